package workflow

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule workflow.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "workflow",
	Group:   rule.Memory,
	Step:    rule.StepState,
	Hours:   [2]float64{4, 16},
	Clause:  "2026-07-28 basic, statelessness: state that spans requests MUST be referenced by an explicit identifier that the client passes on each request",
	Check:   check,
	Rewrite: rewrite,
	Stores:  true,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Workflow {
			continue
		}
		f := v.Card(st, j)
		f.Message = "what one call stores here, a later call looks up: on another replica or after a restart it is missing"
		f.Suggestion = "keep it in a store that all replicas share, return a handle, take the handle as an argument of the calls that use it"
		if j.Issued() {
			f.Message = "what one request hands out and later ones must bring is known to this process alone: another replica, or this one after a restart, turns them away"
			f.Suggestion = "issue signed tokens that every replica can verify, or keep the sessions in a store that all replicas share"
		}
		if j.Awaits() {
			f.Message = "one request waits here for what another one brings: where that reaches another replica, it finds nobody waiting, and the first one times out"
			f.Suggestion = "answer the first request at once with a handle, keep question and answer in a store that all replicas share, and let a later call ask for the answer; or route answers over a bus that all replicas listen to"
		}
		report(f)
	}
}
