package resumability

import (
	_ "embed"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule resumability.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "resumability",
	Group:  rule.Session,
	Step:   rule.StepTransport,
	Hours:  [2]float64{1, 4},
	Clause: "2026-07-28 basic/transports, streamable HTTP: streams are not resumable; a broken stream loses the request",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	seen := map[string]bool{}
	v.Calls(sdk.Resume, func(l view.Loc, e sdk.Entry) {
		in := l.In()
		if l.Fn.Test || in.Op == effects.Load || in.Op == effects.FieldVal {
			return
		}
		if in.Op == effects.Field && !v.Stored(l) && !strings.HasSuffix(e.Symbol, "CloseSSEStream") {
			return
		}
		key := l.Fn.Fn.ID
		if seen[key] {
			return
		}
		seen[key] = true
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": " + e.Symbol, Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(v.Reached(l.Fn))}
		f.Path, _, _ = v.PathTo(l, "uses "+e.Symbol)
		f.Message = "clients of 2026-07-28 do not resume streams: what is kept for them is never asked for"
		f.Suggestion = "drop it and make writes safe to repeat"
		if l.Injected(v) {
			f.Severity = rule.Info
			f.Message = "whoever configures this decides whether streams can be resumed; clients of 2026-07-28 do not"
		}
		report(f)
	})
}
