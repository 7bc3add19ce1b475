package servername

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule servername.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "servername",
	Group:  rule.Keys,
	Step:   rule.StepKeys,
	Hours:  [2]float64{0.5, 2},
	Clause: "2026-07-28 basic/utilities/mrtr: the audience of sealed state must be the same on every replica",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, n := range v.ServerNames() {
		if !n.Source.Has(view.FromHost | view.FromWeakID | view.FromStrongID | view.FromClock) {
			continue
		}
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Sure, Object: n.Fn.Pkg.Name + "." + n.Fn.Name + ": server name", Package: n.Fn.Fn.Pkg, Site: n.Pos()}
		if !v.OverHTTP() {
			f.Severity = rule.Info
		}
		f.Path = []rule.Frame{{Pos: n.Pos(), Function: n.Fn.Name, What: "names the server after this instance"}}
		f.Message = "the server's name differs per instance: what is bound to it is refused by every other replica"
		f.Suggestion = "use a constant name and put the instance into logs and metrics"
		report(f)
	}
}
