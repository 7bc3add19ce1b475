package notifybus

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule notifybus.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "notifybus",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{6, 24},
	Clause: "2026-07-28 server/subscriptions: nothing survives a reconnect; a change on one replica must reach listeners on another",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Bus {
			continue
		}
		f := v.Card(st, j)
		f.Message = "subscribers are kept in this process: what happens on another replica never reaches them"
		f.Suggestion = "publish through a shared bus and serve subscriptions/listen from it"
		report(f)
	}
}
