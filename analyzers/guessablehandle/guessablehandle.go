package guessablehandle

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule guessablehandle.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "guessablehandle",
	Group:  rule.Handles,
	Step:   rule.StepHandles,
	Hours:  [2]float64{0.5, 2},
	Clause: "2026-07-28 server/tools, stateful tools: handles are unguessable; security best practices: secure, non-sequential ids",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		switch j.Nature {
		case view.Workflow, view.Live, view.Task, view.Upload:
		default:
			continue
		}
		if !st.Keyed || !st.WriteKeys.Has(view.FromWeakID|view.FromCount|view.FromClock) || st.WriteKeys.Has(view.FromStrongID|view.FromArg) || !st.Keys.Has(view.FromArg) {
			continue
		}
		f := v.Card(st, view.Verdict{Severity: v.Scale(rule.Medium), Confidence: rule.Likely})
		f.Message = "the id that finds this is counted up or made from the time: another caller's can be guessed, and replicas repeat each other's"
		f.Suggestion = "mint at least 128 random bits"
		report(f)
	}
}
