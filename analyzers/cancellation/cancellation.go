package cancellation

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule cancellation.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "cancellation",
	Group:  rule.Retries,
	Step:   rule.StepWrites,
	Hours:  [2]float64{0.5, 2},
	Clause: "2026-07-28 basic/transports, streamable HTTP, and basic/utilities/cancellation: closing the response stream is the cancellation, and the server should stop the work",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	transports(v, report)
	drops(v, report)
}

// transports reports those that never tell handlers that the client is gone.
// It matters as far as there are writes to stop.
func transports(v *rule.View, report func(rule.Finding)) {
	for _, t := range v.Transports {
		option, ok := v.IgnoresCancel(t)
		if !ok || t.Kind != "http" {
			continue
		}
		f := rule.Finding{Severity: rule.Info, Confidence: rule.Sure, Object: t.Object(), Package: t.Fn.Fn.Pkg, Role: "transport", Site: t.Pos()}
		f.Path = []rule.Frame{{Pos: t.Pos(), Function: t.Fn.Name, What: "serves MCP without " + option}}
		f.Message = "a client cancels by closing its stream, and this transport tells no handler: the context of a call is not cancelled"
		switch again, slow := behind(v, t); {
		case again != "":
			f.Severity = rule.Medium
			f.Message += "; writes such as " + again + " go on, and the client sends them again"
		case slow != "":
			f.Severity = rule.Low
			f.Message += "; writes such as " + slow + " go on"
		}
		f.Suggestion = "set " + option + ": true"
		report(f)
	}
}

// behind names a tool whose repetition does more than its first call, and one
// that writes to something slow, among those that a transport may serve.
func behind(v *rule.View, t view.Transport) (again, slow string) {
	for _, tool := range writes.Tools(v) {
		if !tool.PartOf(t.Fn.Pkg) {
			continue
		}
		switch j := tool.Judge(); {
		case j.Again && j.Effect.Waits():
			again = cmp.Or(again, tool.Name)
		case tool.Waits():
			slow = cmp.Or(slow, tool.Name)
		}
	}
	return again, slow
}

// group is what one package drops.
type group struct {
	finding rule.Finding
	lead    *writes.Drop
}

// drops reports contexts that are lost on the way to a write, one card for
// each package that loses them: the cure is the same at every place.
func drops(v *rule.View, report func(rule.Finding)) {
	groups := map[string]*group{}
	var order []string
	for _, t := range writes.Tools(v) {
		for _, d := range t.Drops {
			path := d.Fn.Fn.Pkg
			g := groups[path]
			if g == nil {
				g = &group{finding: rule.Finding{Severity: rule.Low, Confidence: rule.Likely, Object: d.Fn.Pkg.Name + ": writes without the context of the request", Package: path, Role: "context"}}
				groups[path] = g
				order = append(order, path)
			}
			g.add(v, t, d)
		}
	}
	for _, path := range order {
		g := groups[path]
		slices.Sort(g.finding.Tools)
		report(g.finding)
	}
}

// add takes one place into the card of its package.
func (g *group) add(v *rule.View, t *writes.Tool, d *writes.Drop) {
	f := &g.finding
	if !slices.Contains(f.Tools, t.Name) {
		f.Tools = append(f.Tools, t.Name)
	}
	sev := severity(v, d)
	if g.lead == nil || worse(sev, f.Severity) || sev == f.Severity && g.lead.Async && !d.Async {
		if g.lead != nil {
			g.relate(g.lead)
		}
		g.lead = d
		f.Severity, f.Site = sev, d.Pos()
		f.Path = t.PathTo(d)
		f.Message = message(t, d)
		f.Suggestion = suggestion(d)
		if d.Effect.Hard && link.Sure(d.Steps()) && link.Sure(d.Effect.Steps()) {
			f.Confidence = rule.Sure
		}
		return
	}
	g.relate(d)
}

func (g *group) relate(d *writes.Drop) {
	p := rule.Place{Pos: d.Pos(), What: "uses " + d.How + " in " + d.Fn.Name}
	if len(g.finding.Related) < 12 && p.Pos != g.finding.Site && !slices.Contains(g.finding.Related, p) {
		g.finding.Related = append(g.finding.Related, p)
	}
}

func worse(a, b view.Severity) bool { return a == rule.Medium && b == rule.Low }

// severity is medium for what a repetition does again.
func severity(v *rule.View, d *writes.Drop) view.Severity {
	if d.Effect.Hard && !d.Async && d.Effect.Word == writes.AgainWord {
		return v.Scale(rule.Medium)
	}
	return rule.Low
}

func message(t *writes.Tool, d *writes.Drop) string {
	what := fmt.Sprintf("%s goes on when the client of %s has closed its stream: ", d.Effect.What, t.Name)
	switch {
	case d.Kept:
		return what + "it uses a context that is kept (" + d.How + ") instead of its own"
	case d.Async:
		return what + "it runs in a goroutine with " + d.How
	case d.With != "":
		return what + d.How + " takes no context"
	}
	return what + d.How + " takes the place of the context of the request"
}

func suggestion(d *writes.Drop) string {
	s := "pass the context of the handler through"
	if d.With != "" {
		s += " (" + d.With + ")"
	}
	return s + "; where the work has to be finished, say so with context.WithoutCancel and make it repeatable"
}
