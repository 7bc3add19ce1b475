package liveresource

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule liveresource.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "liveresource",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{4, 24},
	Clause: "2026-07-28 basic, statelessness: a server SHOULD NOT require the client to reuse one connection or process for related operations",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Live {
			continue
		}
		f := v.Card(st, j)
		f.Message = "a live resource stays open here for later calls: it cannot follow them to another replica and dies with the process"
		f.Suggestion = "lease it with owner and expiry, make it anew from its handle, and document the affinity that stays"
		report(f)
	}
	for _, t := range v.Transports {
		e, ok := v.Role(t.In().Callee, sdk.LiveOpen)
		if !ok || t.Fn.Test {
			continue
		}
		f := rule.Finding{Severity: v.Scale(rule.High), Confidence: rule.Sure, Object: t.Fn.Pkg.Name + "." + t.Fn.Name + ": " + e.Symbol, Package: t.Fn.Fn.Pkg, Site: t.Pos()}
		f.Path = []rule.Frame{{Pos: t.Pos(), Function: t.Fn.Name, What: "serves what one " + names[e.Get("kind")] + " answers"}}
		f.Message = "one " + names[e.Get("kind")] + " behind this transport serves every caller: what it remembers is mixed between them, and no other replica has it"
		f.Suggestion = "start one per caller, or serve only what it answers the same to everybody"
		report(f)
	}
	for _, c := range v.ClosedShared() {
		f := v.Held(c.State)
		f.Severity, f.Confidence, f.Tools = v.Scale(rule.Medium), rule.Likely, view.Tools(c.Roots)
		f.Path, _ = v.PathFrom(c.Roots, c.Close, "closes what all calls share")
		f.Message = "all calls share this resource and one closes it when it is done: calls that run at the same time or come later find it closed"
		f.Suggestion = "close what the call has made itself, and the shared resource when the server ends"
		report(f)
	}
	for _, c := range v.LibraryClients() {
		f := rule.Finding{Severity: rule.Medium, Confidence: rule.Likely, Object: c.Object, Package: c.Package, Site: c.Pos, Related: c.Related}
		f.Path = []rule.Frame{{Pos: c.Start.Pos(), Function: c.Start.Fn.Name, What: "begins the session with another MCP server"}, {Pos: c.Use.Pos(), Function: c.Use.Fn.Name, What: "later uses it for whoever calls the library"}}
		f.Message = "the library keeps one session with another MCP server for the life of the process: all users of the program share what the server remembers of it, and when it is lost every call fails"
		f.Suggestion = "open it for each caller or call, with the caller's own credentials, and begin it anew when the server has forgotten it"
		report(f)
	}
	for _, st := range v.HeldResources() {
		f := v.Held(st)
		f.Message = "one " + names[st.Live] + " is opened at start and serves every caller: what it remembers is mixed between them, and no other replica has it"
		f.Suggestion = "open it per caller, or lease it by handle and re-open it when it is gone"
		report(f)
	}
}

var names = map[string]string{
	"browser": "browser", "page": "browser page", "process": "subprocess", "debugger": "debugger", "lsp": "language server",
	"ssh": "SSH connection", "pty": "terminal", "ws": "web socket", "tx": "transaction", "client": "session with another MCP server",
}
