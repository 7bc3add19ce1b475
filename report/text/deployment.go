package text

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

const maxDiff = 60 // lines

// deployment says what in the deployment files runs the server.
func (p *printer) deployment() {
	d := p.r.Deployment
	if d.Files == 0 || len(d.Workloads) == 0 {
		return // files that run something else are not worth a line
	}
	if p.r.Module.Path != "" {
		p.text(0, report.Plural(d.Files, "deployment file")+" beside the code:")
	}
	for i, w := range d.Workloads {
		if i == maxRelated && len(d.Workloads) > maxRelated+1 {
			p.text(2, "("+report.Plural(len(d.Workloads)-i, "more workload")+"; --format json lists all of them)")
			return
		}
		s := report.At(w.File, w.Line, 0) + ": " + strings.TrimSpace(w.Kind+" "+w.Name)
		if w.Program != "" {
			s += " runs " + p.name(w.Program)
		}
		if w.Scale != "" {
			s += ", " + w.Scale
		}
		if w.How != "" {
			s += " (" + w.How + ")"
		}
		p.text(2, s)
	}
}

// diff prints a rewrite. Its lines are not wrapped: they are there to be copied.
func (p *printer) diff(s string) {
	if s == "" {
		return
	}
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if len(lines) > maxDiff {
		lines = append(lines[:maxDiff:maxDiff], "(more in --format json)")
	}
	for i := range lines {
		lines[i] = report.Printable(strings.ReplaceAll(lines[i], "\t", "    "))
	}
	p.block("rewrite", lines)
}
