package ambient

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule ambient.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "ambient",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{2, 8},
	Clause: "2026-07-28 basic, statelessness: connection or process identity is no proxy for a conversation or session",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Ambient {
			continue
		}
		f := v.Card(st, j)
		f.Message = "one request sets this value and others use it: callers overwrite each other, and every replica has its own"
		f.Suggestion = "make it an argument of the tools that need it, or keep it behind a handle"
		report(f)
	}
}
