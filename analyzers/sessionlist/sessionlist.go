package sessionlist

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule sessionlist.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "sessionlist",
	Group:  rule.Session,
	Step:   rule.StepState,
	Hours:  [2]float64{2, 12},
	Clause: "2026-07-28 server/tools: lists MUST NOT vary per connection or as a side effect of other requests",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	type group struct {
		locs  []view.Loc
		roots []*link.Root
	}
	byPkg := map[string]*group{}
	var order []string
	collect := func(l view.Loc, e sdk.Entry) {
		if l.Fn.Test {
			return
		}
		roots := changing(v, l)
		if len(roots) == 0 {
			return
		}
		g := byPkg[l.Fn.Fn.ID]
		if g == nil {
			g = &group{}
			byPkg[l.Fn.Fn.ID] = g
			order = append(order, l.Fn.Fn.ID)
		}
		g.locs = append(g.locs, l)
		g.roots = append(g.roots, roots...)
	}
	v.Calls(sdk.ListAdd, collect)
	v.Calls(sdk.ListRemove, collect)
	for _, id := range order {
		g := byPkg[id]
		l := g.locs[0]
		f := rule.Finding{Severity: rule.High, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": lists changed while serving", Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(g.roots)}
		f.Path, _ = v.PathFrom(g.roots, l, "changes a list")
		for _, o := range g.locs[1:] {
			f.Related = append(f.Related, rule.Place{Pos: o.Pos(), What: "changes a list in " + o.Fn.Name})
		}
		f.Message = "a request changes the list of this replica only: other replicas keep theirs, and every caller of this one sees it"
		f.Suggestion = "list everything that the authorization allows; put the choice into an argument"
		report(f)
	}
	seen := map[string]bool{}
	v.Calls(sdk.ListSession, func(l view.Loc, e sdk.Entry) {
		if l.Fn.Test || seen[l.Fn.Fn.ID] {
			return
		}
		seen[l.Fn.Fn.ID] = true
		f := rule.Finding{Severity: rule.High, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": list of one session", Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(v.Reached(l.Fn))}
		f.Path, _, _ = v.PathTo(l, "changes the list of one session")
		f.Related = v.ListMakers(l)
		f.Message = "a list of one session is lost on another replica, and with empty session ids it is shared by all callers"
		f.Suggestion = "one list per authorization"
		report(f)
	})
}

// changing lists the roots on whose behalf a list is changed while serving.
// Servers that are made for one request, hooks of start-up and middleware
// that only registers are none.
func changing(v *rule.View, l view.Loc) []*link.Root {
	var out []*link.Root
	if v.FreshServer(l) {
		return nil
	}
	for _, r := range v.Reached(l.Fn) {
		switch r.Kind {
		case sdk.RootTool, sdk.RootTask, sdk.RootPrompt, sdk.RootResource, sdk.RootMiddleware, sdk.RootHook, sdk.RootFilter, sdk.RootRPC:
			if !r.Inferred {
				out = append(out, r)
			}
		}
	}
	return out
}
