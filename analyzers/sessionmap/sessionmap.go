package sessionmap

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule sessionmap.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "sessionmap",
	Group:   rule.Memory,
	Step:    rule.StepState,
	Hours:   [2]float64{2, 16},
	Clause:  "2026-07-28 basic, statelessness: state that spans requests MUST be referenced by an explicit identifier that the client passes on each request",
	Check:   check,
	Rewrite: rewrite,
	Stores:  true,
})

const (
	message  = "entries are keyed by the protocol session, which 2026-07-28 does not have: the next request does not find them"
	pointer  = "under the stateless transport every request has a session object of its own: entries are never found again and only grow"
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
		switch {
		case j.Collapse && j.Pointer:
			f.Message, f.Role = pointer, "collapse"
		case j.Collapse:
			f.Message, f.Role = collapse, "collapse"
		}
		f.Suggestion = "keep it in a shared store keyed by principal and an explicit handle; move it before the transport becomes stateless"
		report(f)
	}
	sessionData(v, report)
}

// sessionData reports values that a framework keeps inside its session.
func sessionData(v *rule.View, report func(rule.Finding)) {
	seen := map[string]bool{}
	use := func(l view.Loc, e sdk.Entry) {
		in := l.In()
		if l.Fn.Test || in.Op != effects.Call || len(in.A) == 0 || !v.TypeRole(v.RegType(l.Fn, in.A[0]), sdk.TypeSession) {
			return
		}
		key := "?"
		if k, ok := e.Int("key"); ok {
			if s := v.Strings(l.Fn, view.Arg(in, k)); len(s) > 0 {
				key = s[0]
			}
		}
		id := l.Fn.Fn.Pkg + key
		if seen[id] {
			return
		}
		seen[id] = true
		f := rule.Finding{Severity: rule.Blocker, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + ": session data " + key, Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(v.Reached(l.Fn))}
		f.Path, _, _ = v.PathTo(l, "uses data of the session")
		for _, role := range []sdk.Role{sdk.ContainerGet, sdk.ContainerSet} {
			for _, o := range v.In(l.Fn, role) {
				if o.Instr != l.Instr {
					f.Related = append(f.Related, rule.Place{Pos: o.Pos(), What: "uses data of the session"})
				}
			}
		}
		f.Message = "this is kept inside the protocol session, which 2026-07-28 does not have: the next request gets a new one"
		f.Suggestion = "keep it in a shared store keyed by principal and an explicit handle"
		report(f)
	}
	v.Calls(sdk.ContainerSet, use)
	v.Calls(sdk.ContainerGet, use)
}
