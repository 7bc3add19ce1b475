package text

import (
	"strconv"

	"github.com/mcpaudit/mcpaudit/report"
)

// since says what the report was compared with and what has become better.
func (p *printer) since() {
	s := p.r.Since
	if s.Rev == "" {
		return
	}
	p.heading("Compared with " + report.Printable(s.Rev))
	p.text(2, report.Plural(len(s.New), "new finding")+", "+strconv.Itoa(len(s.Worse))+" worse than before, "+
		strconv.Itoa(len(s.Touched))+" with changed lines; "+strconv.Itoa(s.Known)+" unchanged; "+strconv.Itoa(len(s.Fixed))+" gone.")
	for i, f := range s.Fixed {
		if i == p.most(maxProblems) {
			p.text(2, "(and "+strconv.Itoa(len(s.Fixed)-i)+" more)")
			break
		}
		p.text(2, "gone: "+f.Rule+" "+p.name(f.Object))
	}
}

// suppressed says what was set aside, and which suppressions are of no use. What a baseline knows is counted only: it may be long, and
// nobody has given a reason for each.
func (p *printer) suppressed() {
	var list []report.Suppressed
	for _, s := range p.r.Suppressed {
		if s.Suppression.Kind != report.ByBaseline || s.Suppression.Reason != "" || p.details {
			list = append(list, s)
		}
	}
	if len(list) > 0 {
		p.heading("Set aside")
		for i, s := range list {
			if i == p.most(maxProblems) {
				p.text(2, "("+report.Plural(len(list)-i, "more finding")+"; --details lists all of them)")
				break
			}
			p.text(2, aside(&s, p.name(s.Finding.Object)))
		}
	}
	p.baseline()
	if len(p.r.Unused) > 0 {
		p.heading("Suppressions without effect")
		for i, u := range p.r.Unused {
			if i == p.most(maxProblems) {
				p.text(2, "("+report.Plural(len(p.r.Unused)-i, "more")+"; --details lists all of them)")
				break
			}
			where := report.At(u.File, u.Line, 0)
			if where != "" {
				where += ": "
			}
			p.text(2, where+u.Message)
		}
	}
}

// aside is one line about a finding that is set aside.
func aside(s *report.Suppressed, object string) string {
	line := string(s.Finding.Severity) + " " + s.Finding.Rule + " " + object
	if s.Suppression.Reason != "" {
		line += ": " + s.Suppression.Reason
	}
	if where := report.At(s.Suppression.File, s.Suppression.Line, 0); where != "" {
		line += " (" + where + ")"
	}
	return line
}

// baseline says which known findings count again, and which entries may go.
func (p *printer) baseline() {
	b := &p.r.Baseline
	if len(b.Worse) > 0 {
		p.heading("Worse than in the baseline")
		for _, c := range b.Worse {
			for _, f := range p.r.Findings {
				if f.Fingerprint == c.Fingerprint {
					p.text(2, f.Rule+" "+p.name(f.Object)+": was "+string(c.Was)+", is "+string(f.Severity))
				}
			}
		}
	}
	if len(b.Stale) == 0 {
		return
	}
	p.heading("Stale in the baseline")
	for i, e := range b.Stale {
		if i == p.most(maxProblems) {
			p.text(2, "("+report.Plural(len(b.Stale)-i, "more")+"; --details lists all of them)")
			break
		}
		p.text(2, e.Rule+" "+p.name(e.Object)+" is gone: write the baseline again")
	}
}
