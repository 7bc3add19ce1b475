package serverrequest

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule serverrequest.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "serverrequest",
	Group:  rule.Session,
	Step:   rule.StepState,
	Hours:  [2]float64{2, 8},
	Clause: "2026-07-28 basic/transports: the server MUST NOT send independent requests; input is asked for in the result (multi round-trip)",
	Check:  check,
})

var asks = map[string]string{"elicit": "an elicitation", "sampling": "a sampling request", "roots": "a roots request", "ping": "a ping", "any": "a request"}

func check(v *rule.View, report func(rule.Finding)) {
	done := map[view.Loc]bool{}
	v.Calls(sdk.PushRequest, func(l view.Loc, e sdk.Entry) {
		if l.Fn.Test || done[l] {
			return
		}
		switch l.In().Op {
		case effects.Call:
		case effects.Field: // an error that asks the client
			if !v.Stored(l) || len(v.Reached(l.Fn)) == 0 {
				return
			}
		default:
			return
		}
		done[l] = true
		what := asks[e.Get("what")]
		f := rule.Finding{Severity: rule.Blocker, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": " + e.Symbol, Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(v.Reached(l.Fn))}
		f.Path, _, _ = v.PathTo(l, "sends "+what+" to the client")
		f.Message = "this sends " + what + " to the client in the middle of a call: 2026-07-28 forbids it, and the answer must reach this very process"
		f.Suggestion = "return the input request in the result and read the answer from the retried call"
		switch {
		case e.Get("what") == "ping":
			f.Severity = rule.High
		case v.EraGuarded(l):
			f.Severity = rule.Info
			f.Message = "this asks old clients only"
		case v.OnlyInProcess():
			f.Severity = rule.Info
		}
		report(f)
	})
	seen := map[string]bool{}
	v.Calls(sdk.Removed, func(l view.Loc, e sdk.Entry) {
		if l.Fn.Test || done[l] || l.In().Op == effects.Load || l.In().Op == effects.FieldVal {
			return
		}
		if l.In().Op == effects.Field && !v.Stored(l) {
			return
		}
		switch e.Get("what") {
		case "sse", "initialized":
			return // statefultransport and handshake tell them
		}
		key := l.Fn.Fn.ID + e.Get("what")
		if seen[key] {
			return
		}
		seen[key] = true
		f := rule.Finding{Severity: rule.Low, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": " + e.Symbol, Package: l.Fn.Fn.Pkg, Site: l.Pos()}
		f.Path = []rule.Frame{{Pos: l.Pos(), Function: l.Fn.Name, What: "uses " + e.Symbol}}
		f.Message = "this serves a method that 2026-07-28 removed"
		f.Suggestion = "remove it, or keep it for old clients knowingly"
		if e.Get("what") != "roots" || e.Get("state") == "deprecated" {
			f.Severity = rule.Info
			f.Message = "this serves a method that 2026-07-28 deprecated or removed; it does no harm while old clients are served"
		}
		report(f)
	})
}
