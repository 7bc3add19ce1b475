package sessionid

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule sessionid.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "sessionid",
	Group:  rule.Session,
	Step:   rule.StepTransport,
	Hours:  [2]float64{1, 4},
	Clause: "2026-07-28 basic, statelessness: connection or process identity is no proxy for a conversation or session",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	seen := map[string]bool{}
	v.Calls(sdk.OriginSessionID, func(l view.Loc, _ sdk.Entry) {
		key := l.Fn.Fn.ID
		if l.Fn.Test || seen[key] {
			return
		}
		seen[key] = true
		f := rule.Finding{Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": session id", Package: l.Fn.Fn.Pkg, Site: l.Pos()}
		f.Path, _, _ = v.PathTo(l, "reads the session id")
		switch {
		case v.KeysState(l):
			return // sessionmap tells it
		case !v.Decides(l):
			f.Severity = rule.Info
			f.Message = "the session id is only recorded here; it is empty for every client of 2026-07-28"
		case v.EraGuarded(l):
			f.Severity = rule.Info
			f.Message = "the session id is used on the path of old clients only"
		default:
			f.Severity = rule.Low
			f.Confidence = rule.Possible
			f.Message = "the session id decides something here; it is empty for every client of 2026-07-28"
		}
		f.Suggestion = "use a handle from the arguments and the principal from the verified token"
		report(f)
	})
	v.Calls(sdk.Manager, func(l view.Loc, e sdk.Entry) {
		if l.Fn.Test || l.In().Op == effects.Load || l.In().Op == effects.FieldVal {
			return
		}
		if l.In().Op == effects.Field && !v.Stored(l) {
			return
		}
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": " + e.Symbol, Package: l.Fn.Fn.Pkg, Site: l.Pos()}
		f.Path = []rule.Frame{{Pos: l.Pos(), Function: l.Fn.Name, What: "sets " + e.Symbol}}
		if v.HarmlessManager(l) {
			f.Severity = rule.Info
		}
		f.Message = "session ids are made or checked here; 2026-07-28 has none, and an id that one process checks another refuses"
		f.Suggestion = "remove it and serve without sessions"
		report(f)
	})
}
