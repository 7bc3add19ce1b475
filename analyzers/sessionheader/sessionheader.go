package sessionheader

import (
	_ "embed"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule sessionheader.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "sessionheader",
	Group:  rule.Session,
	Step:   rule.StepTransport,
	Hours:  [2]float64{1, 4},
	Clause: "2026-07-28 basic/transports, streamable HTTP: a server of this revision ignores Mcp-Session-Id and neither mints nor echoes it",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, l := range v.CopiedHeaders() {
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": headers copied", Package: l.Fn.Fn.Pkg, Site: l.Pos()}
		f.Path, _, _ = v.PathTo(l, "copies every header")
		f.Message = "every header that came in goes on to another server, Mcp-Session-Id and credentials among them"
		f.Suggestion = "forward a list of named headers"
		report(f)
	}
	type group struct {
		uses []view.HeaderUse
	}
	byPkg := map[string]*group{}
	var order []string
	for _, u := range v.SessionHeaders() {
		if u.Fn.Test {
			continue
		}
		g := byPkg[u.Fn.Fn.Pkg]
		if g == nil {
			g = &group{}
			byPkg[u.Fn.Fn.Pkg] = g
			order = append(order, u.Fn.Fn.Pkg)
		}
		g.uses = append(g.uses, u)
	}
	for _, path := range order {
		g := byPkg[path]
		lead := g.uses[0]
		decides := false
		for _, u := range g.uses {
			if !u.Write && v.Decides(u.Loc) {
				if !decides {
					lead = u
				}
				decides = true
			}
		}
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Sure, Object: lead.Fn.Pkg.Name + ": header Mcp-Session-Id", Package: path, Site: lead.Pos()}
		f.Path, _, _ = v.PathTo(lead.Loc, "uses the header Mcp-Session-Id")
		f.Message = "the header Mcp-Session-Id is gone in 2026-07-28: it is absent on every request of a new client"
		switch {
		case v.EraGuarded(lead.Loc):
			f.Severity, f.Message = rule.Info, "the header Mcp-Session-Id is used on the path of old clients only"
		case !decides && !hasWrite(g.uses):
			f.Severity, f.Message = rule.Low, "the header Mcp-Session-Id is read but decides nothing here; it will be empty"
		case !slices.ContainsFunc(g.uses, func(u view.HeaderUse) bool { return len(v.Reached(u.Fn)) > 0 }):
			f.Severity, f.Message = rule.Low, "this client keeps the session that a server gives it; servers of 2026-07-28 give none"
		case decides:
			f.Severity = rule.High
		}
		for _, u := range g.uses {
			if u.Loc == lead.Loc {
				continue
			}
			what := "reads the header"
			if u.Write {
				what = "writes the header"
			}
			f.Related = append(f.Related, rule.Place{Pos: u.Pos(), What: what + " in " + u.Fn.Name})
		}
		f.Suggestion = "drop the header; key by an explicit handle and the verified principal"
		report(f)
	}
}

func hasWrite(us []view.HeaderUse) bool {
	for _, u := range us {
		if u.Write {
			return true
		}
	}
	return false
}
