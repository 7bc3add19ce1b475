package html

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// A proof is what running the server showed.
type proof struct {
	Headline, Scenario, Server string
	Assumed                    []string
	Phases                     []phase
	Failed                     bool
}

type phase struct {
	Name, Protocol, Status, Reason string
	Notes                          []string
	Failures                       []failure
}

type failure struct {
	Message, Where, Want, Got string
	Picture                   *picture
	Sequence                  []exchange
	Cards                     []int // that explain it
}

type exchange struct {
	Step     int
	What     string
	Instance int
	Outcome  string
	Mark     string
}

// maxAnswer is how many characters of an answer of the server are shown.
const maxAnswer = 2000

func newProof(r *report.Report) *proof {
	x := r.Proof
	if x == nil {
		return nil
	}
	number := map[string]int{}
	for i := range r.Findings {
		number[r.Findings[i].Fingerprint] = i + 1
	}
	p := &proof{Headline: clean(x.Headline()), Scenario: clean(x.Scenario), Server: clean(x.Server), Assumed: cleanAll(x.Assumed), Failed: x.FailedPhases() > 0}
	for _, ph := range x.Phases {
		out := phase{clean(ph.Name), clean(ph.Protocol), clean(ph.Status), clean(ph.Reason), cleanAll(ph.Notes), nil}
		for i := range ph.Failures {
			out.Failures = append(out.Failures, newFailure(&ph.Failures[i], number))
		}
		p.Phases = append(p.Phases, out)
	}
	return p
}

func newFailure(f *report.ProofFailure, number map[string]int) failure {
	var where []string
	if f.Step > 0 {
		where = append(where, "step "+itoa(f.Step))
	}
	if f.Caller != "" {
		where = append(where, "caller "+f.Caller)
	}
	if f.Instance > 0 {
		where = append(where, "instance "+itoa(f.Instance))
	}
	out := failure{Message: clean(f.Message), Where: clean(strings.Join(where, ", ")), Want: clip(clean(f.Want)), Got: clip(clean(f.Got))}
	out.Picture = newPicture(f.Sequence)
	for _, e := range f.Sequence {
		what := e.Call
		if e.Caller != "" {
			what += ", " + e.Caller
		}
		out.Sequence = append(out.Sequence, exchange{e.Step, clean(what), e.Instance, clip(clean(e.Outcome)), clean(e.Mark)})
	}
	for _, fingerprint := range f.Explained {
		if n, ok := number[fingerprint]; ok {
			out.Cards = append(out.Cards, n)
		}
	}
	return out
}

func clip(s string) string { return cutTo(s, maxAnswer) }
