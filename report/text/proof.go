package text

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// Limits of what is shown of a run. The JSON form has all of it.
const (
	maxSequence = 24
	maxNotes    = 12
)

// proof prints what running the server showed.
func (p *printer) proof() error {
	proof := p.r.Proof
	if proof == nil {
		return nil
	}
	if p.out.Len() == 0 {
		p.line(0, p.style.bold.Sprint("Proved by running"))
	} else {
		p.heading("Proved by running")
	}
	p.field("scenario", proof.Scenario)
	p.field("server", proof.Server)
	p.field("instances", strconv.Itoa(proof.Replicas))
	for i, s := range proof.Assumed {
		p.field(first(i, "assumed"), s)
	}
	if len(proof.Phases) == 0 {
		p.text(labelColumn, "No phase was run.")
		return nil
	}
	p.line(0, "")
	var rows [][]string
	for i := range proof.Phases {
		rows = append(rows, phaseRow(&proof.Phases[i]))
	}
	if err := p.table(2, []string{"phase", "protocol", "result", "runs", "time", ""}, rows); err != nil {
		return err
	}
	for i := range proof.Phases {
		for k := range proof.Phases[i].Failures {
			p.failure(&proof.Phases[i], &proof.Phases[i].Failures[k])
		}
	}
	p.notes(proof)
	if err := p.verdicts(proof); err != nil {
		return err
	}
	if proof.Logs != "" {
		p.line(0, "")
		p.text(0, "The output of the instances of failed runs is in "+proof.Logs+".")
	}
	return nil
}

func phaseRow(phase *report.ProofPhase) []string {
	result := phase.Status
	if result == report.Failed {
		result = "FAILED"
	}
	var what []string
	for _, f := range phase.Failures {
		s := f.Call
		if f.Step > 0 {
			s += fmt.Sprintf(" (step %d)", f.Step)
		}
		what = append(what, s)
	}
	about := cmp.Or(strings.Join(what, ", "), phase.Reason)
	runs, took := "", ""
	if phase.Runs > 0 {
		runs, took = strconv.Itoa(phase.Runs), fmt.Sprintf("%.1f s", float64(phase.Milliseconds)/1000)
	}
	return []string{phase.Name, phase.Protocol, result, runs, took, about}
}

// failure prints what went wrong, both answers, and the picture of the run.
func (p *printer) failure(phase *report.ProofPhase, f *report.ProofFailure) {
	p.line(0, "")
	head := phase.Name + ", " + phase.Protocol + ": " + f.Message
	for i, line := range p.lines(head, p.width) {
		if i == 0 {
			line = p.style.of(report.High, line)
		}
		p.line(0, line)
	}
	var at []string
	if f.Step > 0 {
		at = append(at, "step "+strconv.Itoa(f.Step))
	}
	if f.Caller != "" {
		at = append(at, "caller "+f.Caller)
	}
	if f.Instance > 0 {
		at = append(at, "instance "+strconv.Itoa(f.Instance))
	}
	if f.Runs > 0 && phase.Runs > 1 {
		at = append(at, fmt.Sprintf("%d of %d runs", f.Runs, phase.Runs))
	}
	p.field("where", strings.Join(at, ", "))
	p.field("alone", f.Want)
	p.field("here", f.Got)
	for i, d := range f.Differences {
		if d.Path == "$" {
			continue // the two lines above say it
		}
		p.field(first(i, "differs"), fmt.Sprintf("%s: %s, not %s", d.Path, cmp.Or(d.Got, "nothing"), cmp.Or(d.Want, "nothing")))
	}
	p.explained(f)
	p.field("output", f.Log)
	p.picture(f.Sequence)
}

// first is a label that stands on the first line of several only.
func first(i int, label string) string {
	if i > 0 {
		return ""
	}
	return label
}

// explained names the findings that say why.
func (p *printer) explained(f *report.ProofFailure) {
	for i, finding := range p.r.Findings {
		for _, fingerprint := range f.Explained {
			if finding.Fingerprint == fingerprint {
				p.field("because", fmt.Sprintf("%s, %s at %s", finding.Rule, p.name(finding.Object), p.r.Findings[i].Site.String()))
			}
		}
	}
}

// The columns of a picture.
const (
	maxCall    = 30
	laneColumn = 12
	minLane    = 4
)

// differsMark stands behind the answer that differs.
const differsMark = "  <<<"

// picture draws the requests of a run as arrows from the caller to the instances.
func (p *printer) picture(sequence []report.ProofExchange) {
	if len(sequence) == 0 {
		return
	}
	lanes := 0
	for _, e := range sequence {
		lanes = max(lanes, e.Instance)
	}
	calls := min(maxCall, p.width*3/10)
	wide := max(min(laneColumn, (p.width*2/3-calls)/max(lanes, 1)), minLane)
	if skipped := len(sequence) - maxSequence; skipped > 0 {
		sequence = sequence[skipped:]
		p.text(labelColumn, "("+report.Plural(skipped, "request")+" before)")
	}
	p.line(0, "")
	head := strings.Repeat(" ", calls)
	for i := range lanes {
		title := "instance " + strconv.Itoa(i+1)
		if wide < laneColumn {
			title = "#" + strconv.Itoa(i+1)
		}
		head += fmt.Sprintf("%*s", wide, title)
	}
	p.line(labelColumn, p.style.faint.Sprint(head))
	dead := make([]bool, lanes+1)
	for _, e := range sequence {
		p.arrow(e, calls, lanes, wide, dead)
	}
}

// arrow draws one line of a picture.
func (p *printer) arrow(e report.ProofExchange, calls, lanes, wide int, dead []bool) {
	event := e.Step == 0
	label := e.Call
	if !event {
		label = fmt.Sprintf("%d %s", e.Step, e.Call)
		if e.Caller != "" {
			label += ", " + e.Caller
		}
		if e.Mark == "again" {
			label += ", again"
		}
	}
	label = clip(report.Printable(label), calls-1)
	line := pad(label+" ", calls)
	if !event && e.Instance > 0 {
		line = label + " " + strings.Repeat("-", max(calls-width(label)-1, 0))
	}
	for lane := 1; lane <= lanes; lane++ {
		fill, end := " ", "|"
		if dead[lane] {
			end = " "
		}
		if !event && lane <= e.Instance {
			fill = "-"
			if dead[lane] {
				end = "-"
			}
			if lane == e.Instance {
				end = ">"
			}
		}
		if event && lane == e.Instance {
			end = "X"
			if e.Call == "restart" {
				end = "O"
			}
			dead[lane] = e.Call == "kill"
		}
		line += strings.Repeat(fill, wide-1) + end
	}
	outcome := ""
	if !event {
		room := p.width - labelColumn - width(line) - len(gap) - len(differsMark)
		outcome = gap + clip(report.Printable(e.Outcome), max(room, len(ellipsis)))
		switch e.Mark {
		case "differs":
			outcome = p.style.of(report.High, outcome+differsMark)
		case "cut":
			outcome = gap + "cut"
		}
	}
	p.line(labelColumn, strings.TrimRight(line+outcome, " "))
}

// notes prints what is no failure.
func (p *printer) notes(proof *report.Proof) {
	n := 0
	for _, phase := range proof.Phases {
		for _, note := range phase.Notes {
			if n == 0 {
				p.heading("Worth knowing")
			}
			if n++; n == maxNotes+1 {
				p.text(2, "(--format json has the rest)")
			}
			if n <= maxNotes {
				p.text(2, phase.Name+", "+phase.Protocol+": "+note)
			}
		}
	}
}

// verdicts prints what the run says about each finding.
func (p *printer) verdicts(proof *report.Proof) error {
	if len(proof.Findings) == 0 {
		return nil
	}
	p.heading("What the run says about the findings")
	var rows [][]string
	for i, v := range proof.Findings {
		rows = append(rows, []string{strconv.Itoa(i + 1), v.Rule, p.name(v.Object), v.Verdict, strings.Join(v.Phases, ", "), v.Why})
	}
	return p.table(2, []string{"", "rule", "object", "verdict", "phases", "why"}, rows)
}
