package statefultransport

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule statefultransport.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "statefultransport",
	Group:   rule.Session,
	Step:    rule.StepTransport,
	Hours:   [2]float64{0.5, 3},
	Clause:  "2026-07-28 basic/transports, streamable HTTP: no sessions, every request stands alone",
	Check:   check,
	Rewrite: rewrite,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, t := range v.Transports {
		if t.Kind != "http" && t.Kind != "sse" || t.Entry.Get("serve") == "yes" && t.Entry.Get("default") == "" || t.Entry.Get("default") == "" && t.Entry.Get("options") == "" {
			continue
		}
		f := rule.Finding{Severity: rule.Blocker, Confidence: rule.Sure, Package: t.Fn.Fn.Pkg, Site: t.Pos()}
		f.Object = t.Object()
		f.Path = []rule.Frame{{Pos: t.Pos(), Function: t.Fn.Name, What: "serves MCP over " + label(t.Kind)}}
		f.Related = append(f.Related, t.Related...)
		f.Suggestion = "serve without sessions (" + how(t) + ") once no session-keyed state is left"
		switch {
		case t.Kind == "sse" && t.Entry.Path == "":
			f.Confidence = rule.Likely
			f.Object = t.Fn.Pkg.Name + "." + t.Fn.Name + ": SSE transport written by hand"
			f.Path, _, _ = v.PathTo(t.Loc, "announces the endpoint for messages")
			f.Related = append(f.Related, rule.Place{Pos: t.Fn.Pos, What: "holds the stream in " + t.Fn.Name})
			if len(t.Fn.Params) > 0 && t.Fn.Recv {
				for _, m := range v.Makers(t.Fn.Params[0].Type) {
					f.Related = append(f.Related, rule.Place{Pos: m.Pos, What: "makes it in " + m.Name})
				}
			}
			f.Message = "this is the SSE transport: it joins each message to a stream that one process holds, and is no transport of 2026-07-28"
			f.Suggestion = "serve streamable HTTP without sessions"
		case t.Kind == "sse":
			f.Message = "the SSE transport joins each message to a stream that one process holds, and is no transport of 2026-07-28"
			f.Suggestion = "serve streamable HTTP without sessions"
		case t.Mode == view.Stateless:
			continue
		case t.Mode == view.Conditional:
			f.Severity = rule.Info
			f.Message = "configuration decides whether this transport keeps sessions (" + t.Why + "); where it does, every request must reach the same process"
		case t.Mode == view.Format:
			f.Severity = rule.Medium
			f.Message = "the default mints session ids: clients of 2026-07-28 are served without one, older ones hold an id and a stream of one process"
			if view.Before(t.Ver, "v1.0.0") {
				f.Severity = rule.Blocker
				f.Message = "the default of this SDK version wants a session id on every call: clients of 2026-07-28 are refused"
			}
		case t.Mode == view.Validating:
			f.Message = "ids are checked against what this process knows: a request that reaches another replica is refused"
		default:
			f.Message = "sessions live in the memory of this process: another replica answers 404, and requests of 2026-07-28 are refused"
		}
		report(f)
	}
}

func label(kind string) string {
	if kind == "sse" {
		return "SSE"
	}
	return "streamable HTTP"
}

func how(t view.Transport) string {
	if f := t.Entry.Get("statelessfield"); f != "" {
		return f + ": true"
	}
	return "its stateless option"
}
