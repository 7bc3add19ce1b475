package routingheaders

import (
	_ "embed"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule routingheaders.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "routingheaders",
	Group:  rule.Session,
	Step:   rule.StepTransport,
	Hours:  [2]float64{0.5, 4},
	Clause: "2026-07-28 basic/transports, streamable HTTP: every request brings MCP-Protocol-Version, Mcp-Method and, where there is one, Mcp-Name, and a server refuses those that do not match the body",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	lists(v, report)
	stale(v, report)
	bare(v, report)
}

// lists reports lists of allowed headers that keep browsers out.
func lists(v *rule.View, report func(rule.Finding)) {
	for _, l := range v.HeaderLists() {
		f := rule.Finding{Severity: rule.Info, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": headers allowed to browsers", Package: l.Fn.Fn.Pkg, Role: "cors", Site: l.Pos()}
		f.Path, _, _ = v.PathTo(l.Loc, "lists the headers that browsers may send")
		what := "the list"
		if l.Default {
			what = "the default list of this SDK"
			f.Confidence = rule.Possible // the SDK's business, as long as nobody chose the headers
		}
		f.Message = what + " has no " + join(l.Missing) + ", which every request of 2026-07-28 brings: browsers stop at the preflight request"
		f.Suggestion = "allow " + strings.Join(view.RoutingHeaders, ", ") + " and the Mcp-Param-* headers of the tools"
		report(f)
	}
}

func join(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// stale reports gateways whose headers no longer match the body.
func stale(v *rule.View, report func(rule.Finding)) {
	for _, s := range v.StaleNames() {
		l := s.Forward
		f := rule.Finding{Severity: rule.High, Confidence: rule.Likely, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": Mcp-Name forwarded", Package: l.Fn.Fn.Pkg, Role: "stale", Site: l.Pos(), Tools: view.Tools(v.Reached(l.Fn))}
		f.Path, _, _ = v.PathTo(l, "sends on the headers that came in")
		f.Related = []rule.Place{{Pos: s.Rewrite.Pos(), What: "changes the name in the body in " + s.Rewrite.Fn.Name}}
		f.Message = "the name in the body is changed on the way and the header Mcp-Name is sent on as it came: the server behind refuses the request"
		f.Suggestion = "set Mcp-Name from the body that is sent, together with Mcp-Method and MCP-Protocol-Version"
		report(f)
	}
}

// bare reports clients written by hand whose requests say nothing for routing.
func bare(v *rule.View, report func(rule.Finding)) {
	for _, l := range v.BareClients() {
		f := rule.Finding{Severity: rule.Low, Confidence: rule.Likely, Object: l.Fn.Pkg.Name + ": requests without Mcp-Method", Package: l.Fn.Fn.Pkg, Role: "client", Site: l.Pos()}
		f.Path, _, _ = v.PathTo(l, "sets the headers of a request")
		f.Message = "this client makes its requests by hand and sets no Mcp-Method and Mcp-Name: servers of 2026-07-28 refuse them"
		f.Suggestion = "set MCP-Protocol-Version, Mcp-Method and Mcp-Name from the body of each request, or use an SDK's client"
		report(f)
	}
}
