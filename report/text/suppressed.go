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
	p.text(2, plural(len(s.New), "new finding")+", "+strconv.Itoa(len(s.Worse))+" worse than before, "+
		strconv.Itoa(len(s.Touched))+" with changed lines; "+strconv.Itoa(s.Known)+" unchanged and not shown; "+strconv.Itoa(len(s.Fixed))+" gone.")
	for i, f := range s.Fixed {
		if i == maxProblems {
			p.text(2, "(and "+strconv.Itoa(len(s.Fixed)-i)+" more)")
			break
		}
		p.text(2, "gone: "+f.Rule+" "+p.name(f.Object))
	}
}

// suppressed says what was set aside, and which suppressions are of no use.
func (p *printer) suppressed() {
	if len(p.r.Suppressed) > 0 {
		p.heading("Set aside")
		for i, s := range p.r.Suppressed {
			if i == maxProblems {
				p.text(2, "("+plural(len(p.r.Suppressed)-i, "more finding")+"; --format json lists all of them)")
				break
			}
			where := at(s.Suppression.File, s.Suppression.Line, 0)
			if where != "" {
				where = " (" + where + ")"
			}
			p.text(2, string(s.Finding.Severity)+" "+s.Finding.Rule+" "+p.name(s.Finding.Object)+": "+s.Suppression.Reason+where)
		}
	}
	if len(p.r.Unused) > 0 {
		p.heading("Suppressions without effect")
		for i, u := range p.r.Unused {
			if i == maxProblems {
				p.text(2, "("+plural(len(p.r.Unused)-i, "more")+"; --format json lists all of them)")
				break
			}
			where := at(u.File, u.Line, 0)
			if where != "" {
				where += ": "
			}
			p.text(2, where+u.Message)
		}
	}
}
