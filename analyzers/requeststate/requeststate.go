package requeststate

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule requeststate.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "requeststate",
	Group:   rule.Keys,
	Step:    rule.StepKeys,
	Hours:   [2]float64{2, 8},
	Clause:  "2026-07-28 basic/utilities/mrtr: servers MUST treat requestState as attacker-controlled input and protect its integrity",
	Check:   check,
	Rewrite: rewrite,
	Stores:  true,
})

func check(v *rule.View, report func(rule.Finding)) {
	seen := map[string]bool{}
	v.Calls(sdk.OriginRequestState, func(l view.Loc, _ sdk.Entry) {
		if l.Fn.Test || seen[l.Fn.Fn.ID] {
			return
		}
		if l.In().Op == effects.Field && v.Stored(l) {
			return
		}
		if !v.Decides(l) || v.Verifies(l.Fn) {
			return
		}
		seen[l.Fn.Fn.ID] = true
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Likely, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": requestState", Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(v.Reached(l.Fn))}
		f.Path, _, _ = v.PathTo(l, "believes what the client brings back")
		for _, o := range v.In(l.Fn, sdk.OriginRequestState) {
			if o.Instr != l.Instr {
				f.Related = append(f.Related, rule.Place{Pos: o.Pos(), What: "uses it again"})
			}
		}
		f.Message = "the state that the client brings back decides here, and nothing verifies that the server wrote it"
		f.Suggestion = "sign or seal it with principal, tool, arguments and expiry"
		report(f)
	})
}
