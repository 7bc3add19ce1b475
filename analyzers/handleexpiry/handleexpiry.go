package handleexpiry

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule handleexpiry.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "handleexpiry",
	Group:  rule.Handles,
	Step:   rule.StepHandles,
	Hours:  [2]float64{1, 4},
	Clause: "2026-07-28 server/tools, stateful tools: a bounded lifetime; security best practices, state handle hijacking",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		switch j.Nature {
		case view.SessionMap, view.Workflow, view.Live, view.Task, view.Upload:
		default:
			continue
		}
		if !st.Keyed || st.TTL || st.Bounded || len(st.Deletes) > 0 || !v.Grows(st) || j.Severity == rule.Info {
			continue
		}
		f := v.Card(st, view.Verdict{Severity: v.Scale(rule.Medium), Confidence: j.Confidence})
		f.Message = "requests add entries and nothing removes them: memory grows, and a forgotten handle works for ever"
		f.Suggestion = "give entries a lifetime, sweep, and offer an explicit revoke"
		report(f)
	}
}
