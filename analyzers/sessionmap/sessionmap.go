package sessionmap

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule sessionmap.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "sessionmap",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{4, 16},
	Clause: "2026-07-28 basic, statelessness: state that spans requests MUST be referenced by an explicit identifier that the client passes on each request",
	Check:  check,
})

const (
	message  = "entries are keyed by the protocol session, which 2026-07-28 does not have: the next request does not find them"
	collapse = "under the stateless transport every caller has the empty session id: all share one entry, and one caller reads what another stored"
)

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.SessionMap {
			continue
		}
		f := v.Card(st, j)
		f.Message = message
		if j.Collapse {
			f.Message, f.Role = collapse, "collapse"
		}
		f.Suggestion = "keep it in a shared store keyed by principal and an explicit handle; move it before the transport becomes stateless"
		report(f)
	}
}
