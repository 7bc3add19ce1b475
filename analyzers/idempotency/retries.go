package idempotency

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// retries reports clients and gateways that call a tool of another server again
// when it fails, without knowing whether it may be called twice.
func retries(v *rule.View, report func(rule.Finding)) {
	for _, r := range writes.Retries(v) {
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Likely, Object: r.Fn.Pkg.Name + "." + r.Fn.Name + ": calls tried again", Package: r.Fn.Fn.Pkg, Role: "retry", Site: r.Pos()}
		f.Path, _, _ = v.PathTo(r.Loc, "tries the call again when it fails")
		if r.Call != r.Loc {
			f.Related = []rule.Place{{Pos: r.Call.Pos(), What: "calls the tool in " + r.Call.Fn.Name}}
		}
		f.Message = "a call of another server's tool is tried again when it fails, whatever the tool does: a call that was carried out before its answer was lost is carried out twice"
		f.Suggestion = "try again only where the tool is annotated read-only or idempotent, or send an idempotency key that the tool takes"
		report(f)
	}
}
