// Package corpus measures how well reports agree with what careful readers
// found in real servers. The labels are under testdata/corpus; none of the
// servers' code is.
package corpus

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// Server is one labelled server.
type Server struct {
	Name     string   `json:"-"`
	Module   string   `json:"module"`
	Version  string   `json:"version"`  // release, or commit of the repository
	Packages []string `json:"packages"` // patterns for go list
	Reviewed []string `json:"reviewed"` // folders that were read completely
	Labels   []Label  `json:"labels"`
	Tools    Tools    `json:"tools"`
	Traps    []Trap   `json:"traps"`
}

// Label is one piece of hidden state.
type Label struct {
	Rule       string          `json:"rule"`
	Also       []string        `json:"also,omitempty"` // rules that fit as well
	Severity   report.Severity `json:"severity"`
	Named      bool            `json:"named,omitempty"` // a blocker that the reader's verdict on the server names
	Confidence string          `json:"confidence"`      // sure, likely, or arguable: never missed
	Sites      []string        `json:"sites"`           // file:line
}

// Tools names tools by what a repeated call does.
type Tools struct {
	Writes     []string `json:"writes"`     // does its work twice
	Repeatable []string `json:"repeatable"` // does it once, or only reads
}

// Trap is a place that looks like hidden state and is none.
type Trap struct {
	Site string `json:"site"`
	Rule string `json:"rule"`
}

// Load reads the labels of all servers in a folder, by name.
func Load(dir string) ([]Server, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var out []Server
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s := Server{Name: strings.TrimSuffix(filepath.Base(file), ".json")}
		if err := json.Unmarshal(data, &s); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		out = append(out, s)
	}
	return out, nil
}

// Ratio is a part of a whole.
type Ratio struct{ Part, Whole int }

// Value is the ratio as a number; of nothing it is 1.
func (r Ratio) Value() float64 {
	if r.Whole == 0 {
		return 1
	}
	return float64(r.Part) / float64(r.Whole)
}

func (r Ratio) String() string { return fmt.Sprintf("%.2f (%d/%d)", r.Value(), r.Part, r.Whole) }

func (r *Ratio) add(o Ratio) { r.Part += o.Part; r.Whole += o.Whole }

// Score is the agreement of reports with labels.
type Score struct {
	Recall    Ratio            // labels of severity medium and above that are found
	Grave     Ratio            // the same of blocker and high
	Precision Ratio            // findings that are labelled, in halves: a finding with another rule's name counts one
	Writes    Ratio            // tools that do their work twice, by name
	Wrong     []string         // tools said to do so that do not
	Rules     map[string]Ratio // recall by rule
	Missed    []string
	False     []string // traps, and findings in reviewed folders without a label
}

// Add sums scores up.
func (s *Score) Add(o Score) {
	s.Recall.add(o.Recall)
	s.Grave.add(o.Grave)
	s.Precision.add(o.Precision)
	s.Writes.add(o.Writes)
	s.Wrong = append(s.Wrong, o.Wrong...)
	if s.Rules == nil {
		s.Rules = map[string]Ratio{}
	}
	for k, r := range o.Rules {
		sum := s.Rules[k]
		sum.add(r)
		s.Rules[k] = sum
	}
	s.Missed = append(s.Missed, o.Missed...)
	s.False = append(s.False, o.False...)
}

// families are rules whose names careful readers use for the same place.
var families = [][]string{
	{"sessionheader", "sessionid", "sessionmap"},
	{"workflow", "upload", "task"},
	{"ambient", "liveresource", "workflow"},
	{"memo", "cachescope"},
	{"handshake", "sessionid"},
	{"statefultransport", "sessionid", "resumability"},
	{"handleexpiry", "sessionmap"},
	{"handleexpiry", "workflow"},
	{"handleowner", "workflow"},
	{"notifybus", "serverrequest"},
	{"guessablehandle", "workflow"},
	{"ambient", "handshake"},
	{"ambient", "sessionmap"},
	{"memo", "sessionmap"},
	{"sealkey", "requeststate"},
}

// apart are rules that are counted by tool, or that read other files than Go's.
var apart = []string{
	"idempotency", "hints",
	"affinity", "sessionrouting", "instancename", "singleton", "routingheaders", "debugenv", "platformaffinity",
}

// near is how many lines a site may be off.
const near = 3

// Compare scores the report of one server.
func Compare(s Server, r *report.Report) Score {
	out := Score{Rules: map[string]Ratio{}}
	var shown, state []report.Finding
	for _, f := range r.Findings {
		if f.Confidence == report.Possible {
			continue
		}
		shown = append(shown, f)
		if !slices.Contains(apart, f.Rule) {
			state = append(state, f)
		}
	}
	labels := slices.DeleteFunc(slices.Clone(s.Labels), func(l Label) bool { return slices.Contains(apart, l.Rule) })
	for _, l := range labels {
		grave := l.Severity == report.Blocker || l.Severity == report.High
		if l.Confidence == "arguable" || !grave && l.Severity != report.Medium {
			continue
		}
		hit := 0
		if slices.ContainsFunc(state, func(f report.Finding) bool { return l.at(f) && l.accepts(f) }) {
			hit = 1
		} else {
			out.Missed = append(out.Missed, fmt.Sprintf("%s: %s %s %s", s.Name, l.Severity, l.Rule, l.Sites[0]))
		}
		out.Recall.add(Ratio{hit, 1})
		if grave {
			out.Grave.add(Ratio{hit, 1})
		}
		byRule := out.Rules[l.Rule]
		byRule.add(Ratio{hit, 1})
		out.Rules[l.Rule] = byRule
	}
	for _, f := range state {
		here := slices.DeleteFunc(slices.Clone(labels), func(l Label) bool { return !l.at(f) })
		switch {
		case slices.ContainsFunc(here, func(l Label) bool { return l.accepts(f) }):
			out.Precision.add(Ratio{2, 2})
		case len(here) > 0:
			out.Precision.add(Ratio{1, 2})
			out.False = append(out.False, s.describe("another name", f))
		case slices.ContainsFunc(s.Traps, func(t Trap) bool { return nearby(t.Site, f.Site.File, f.Site.Line) }):
			out.Precision.add(Ratio{0, 2})
			out.False = append(out.False, s.describe("trap", f))
		case f.Severity == report.Info:
		case s.reviewed(f.Site.File):
			out.Precision.add(Ratio{0, 2})
			out.False = append(out.False, s.describe("no label", f))
		}
	}
	told := map[string]bool{}
	for _, f := range shown {
		if f.Rule == "idempotency" {
			for _, t := range f.Tools {
				told[t] = true
			}
		}
	}
	for _, t := range s.Tools.Writes {
		n := 0
		if told[t] {
			n = 1
		}
		out.Writes.add(Ratio{n, 1})
	}
	for _, t := range s.Tools.Repeatable {
		if told[t] && !slices.Contains(s.Tools.Writes, t) {
			out.Wrong = append(out.Wrong, s.Name+": "+t)
		}
	}
	return out
}

// top is how many findings a reader is taken to look at first.
const top = 5

// Leads reports whether one of the blockers that the reader's verdict names is
// among the highest findings. A server whose verdict names none has nothing to
// lead with: ok is true, and named is false.
func Leads(s Server, r *report.Report) (named, ok bool) {
	blockers := slices.DeleteFunc(slices.Clone(s.Labels), func(l Label) bool { return !l.Named })
	shown := slices.DeleteFunc(slices.Clone(r.Findings), func(f report.Finding) bool { return f.Confidence == report.Possible })
	for _, f := range shown[:min(top, len(shown))] {
		if slices.ContainsFunc(blockers, func(l Label) bool { return l.at(f) && l.accepts(f) }) {
			return true, true
		}
	}
	return len(blockers) > 0, len(blockers) == 0
}

func (s Server) describe(what string, f report.Finding) string {
	return fmt.Sprintf("%s: %s: %s %s:%d %s", s.Name, what, f.Rule, f.Site.File, f.Site.Line, f.Object)
}

func (s Server) reviewed(file string) bool {
	if len(s.Reviewed) == 0 {
		return true
	}
	return slices.ContainsFunc(s.Reviewed, func(d string) bool {
		d = strings.TrimRight(d, "/.")
		return d == "" || strings.HasPrefix(file, d)
	})
}

// at reports whether a finding, or a step of its path, stands at the label.
func (l Label) at(f report.Finding) bool {
	is := func(file string, line int) bool {
		return slices.ContainsFunc(l.Sites, func(site string) bool { return nearby(site, file, line) })
	}
	if is(f.Site.File, f.Site.Line) {
		return true
	}
	for _, p := range f.Path {
		if is(p.File, p.Line) {
			return true
		}
	}
	for _, p := range f.Related {
		if is(p.File, p.Line) {
			return true
		}
	}
	return false
}

func nearby(site, file string, line int) bool {
	path, at, _ := strings.Cut(site, ":")
	if path != file {
		return false
	}
	at, _, _ = strings.Cut(at, "-")
	n, err := strconv.Atoi(at)
	return err == nil && n-near <= line && line <= n+near
}

func (l Label) accepts(f report.Finding) bool {
	wants := append([]string{l.Rule}, l.Also...)
	told := append([]string{f.Rule}, f.Also...)
	if slices.ContainsFunc(told, func(n string) bool { return slices.Contains(wants, n) }) {
		return true
	}
	return slices.ContainsFunc(families, func(fam []string) bool {
		return slices.Contains(fam, f.Rule) && slices.ContainsFunc(wants, func(n string) bool { return slices.Contains(fam, n) })
	})
}
