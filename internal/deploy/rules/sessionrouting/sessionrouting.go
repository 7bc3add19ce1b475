package sessionrouting

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules/affinity"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

//go:embed doc.go
var doc string

// Rule is the rule sessionrouting.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "sessionrouting",
	Hours:  report.Effort{MinHours: 1, MaxHours: 4},
	Clause: "2026-07-28 basic/transports/streamable-http: there is no Mcp-Session-Id; Mcp-Method and Mcp-Name are there to route on",
	Check:  check,
})

func check(v *rule.View, emit func(report.Finding)) {
	for _, p := range v.Facts.Pins {
		verdict := affinity.Verdict(v, p)
		f := report.Finding{
			Severity: report.High, Confidence: rule.Confidence(verdict), Object: p.Object, Package: verdict.Program, Site: rule.Site(p.Pos), Role: "route",
			Suggestion: "send any request to any instance; where requests must be told apart, route on Mcp-Method and Mcp-Name",
		}
		switch {
		case p.By == fact.ByHeader && p.Key == "mcp-session-id":
			f.Message = fmt.Sprintf("%s: %s. Requests of 2026-07-28 carry no such header: all of them fall into one bucket, or into none", p.Format, p.What)
		case p.By == fact.ByQuery && sessionQuery(p.Key):
			f.Message = fmt.Sprintf("%s: %s. The session id in the address belongs to the transport with server-sent events, which is deprecated", p.Format, p.What)
		case p.By == fact.ByBody:
			f.Message = fmt.Sprintf("%s: %s reads the body to choose an instance, which holds every request back until it is complete", p.Format, p.What)
		default:
			continue
		}
		if verdict.Answer == target.No || verdict.Answer == target.Unknown && p.By != fact.ByHeader {
			continue
		}
		f.Message += rule.Decided(verdict)
		emit(f)
	}
}

func sessionQuery(key string) bool {
	return strings.EqualFold(strings.ReplaceAll(key, "_", ""), "sessionid")
}
