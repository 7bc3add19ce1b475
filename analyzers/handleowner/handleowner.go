package handleowner

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule handleowner.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "handleowner",
	Group:  rule.Handles,
	Step:   rule.StepHandles,
	Hours:  [2]float64{1, 6},
	Clause: "2026-07-28 security best practices, state handle hijacking: possession of a handle MUST NOT be treated as authentication",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	if !v.Authenticates() {
		return
	}
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		switch j.Nature {
		case view.Workflow, view.Live, view.Task, view.Upload:
		default:
			continue
		}
		if !st.Keyed || !st.Keys.Has(view.FromArg) || st.Keys.Has(view.FromPrincipal|view.FromSession) {
			continue
		}
		if compared(v, st) {
			continue
		}
		f := v.Card(st, view.Verdict{Severity: v.Scale(rule.High), Confidence: rule.Likely})
		f.Message = "an argument alone finds this: whoever has the id reaches what another caller stored"
		f.Suggestion = "key it by principal and handle, and answer unknown and foreign ids alike"
		report(f)
	}
}

// compared reports whether every lookup is followed by a look at the owner.
func compared(v *rule.View, st *view.State) bool {
	for _, r := range st.Reads {
		if r.Depth == 0 && !r.All && !v.ComparesOwner(r.Fn, 1) {
			return false
		}
	}
	return true
}
