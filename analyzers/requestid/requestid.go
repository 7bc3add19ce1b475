package requestid

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule requestid.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "requestid",
	Group:  rule.Retries,
	Step:   rule.StepWrites,
	Hours:  [2]float64{1, 3},
	Clause: "2026-07-28 changelog and mrtr: a broken stream is re-issued as a new request with a new id",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.RequestID {
			continue
		}
		f := v.Card(st, j)
		f.Message = "entries are keyed by the JSON-RPC id, which every client counts from 1 and which changes when a call is sent again"
		f.Suggestion = "use an idempotency key from the arguments, or keep it in the call's context"
		report(f)
	}
}
