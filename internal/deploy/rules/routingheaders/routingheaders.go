package routingheaders

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

//go:embed doc.go
var doc string

// Rule is the rule routingheaders.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "routingheaders",
	Hours:  report.Effort{MinHours: 0.5, MaxHours: 2},
	Clause: "2026-07-28 basic/transports/streamable-http: MCP-Protocol-Version and Mcp-Method on every request, Mcp-Name where one is named",
	Check:  check,
})

// required are the headers that clients of 2026-07-28 send, as they are spelled.
var required = []string{"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"}

func check(v *rule.View, emit func(report.Finding)) {
	for _, h := range v.Facts.Headers {
		headers(v, h, emit)
	}
	for _, s := range v.Facts.Streams {
		stream(v, s, emit)
	}
	for _, p := range v.Facts.Probes {
		probe(v, p, emit)
	}
}

func mcpHeader(name string) bool { return strings.HasPrefix(name, "mcp-") }

// elsewhere reports whether a setting is for paths that are not the MCP path, such as a health check or an API beside it.
func elsewhere(paths []string) bool {
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(p string) bool {
		return p == "" || strings.Trim(p, "/*") == "" || target.MCPPath(p)
	})
}

func headers(v *rule.View, h *fact.Headers, emit func(report.Finding)) {
	if elsewhere(h.Paths) && !slices.ContainsFunc(h.Names, mcpHeader) {
		return
	}
	verdict := v.Targets.Front(h.Target)
	if slices.ContainsFunc(h.Names, mcpHeader) && !verdict.Sure {
		verdict = target.Verdict{Answer: target.Yes, Sure: true, How: "it names headers of MCP", Program: verdict.Program}
	}
	if verdict.Answer == target.No {
		return
	}
	f := report.Finding{Confidence: rule.Confidence(verdict), Object: h.Object + " headers", Package: verdict.Program, Site: rule.Site(h.Pos)}
	switch {
	case h.CORS:
		if slices.Contains(h.Names, "*") {
			return
		}
		var missing []string
		for _, name := range required {
			if !slices.Contains(h.Names, strings.ToLower(name)) {
				missing = append(missing, name)
			}
		}
		if len(missing) == 0 || len(h.Names) == 0 {
			return
		}
		f.Severity, f.Role = report.Medium, "cors"
		f.Message = fmt.Sprintf("%s: the list of headers that browsers may send (%s) lacks %s, which every client of 2026-07-28 sends: its requests are never made%s", h.Format, h.What, strings.Join(missing, ", "), rule.Decided(verdict))
		f.Suggestion = "allow " + strings.Join(missing, ", ") + ", and the Mcp-Param-* headers of your tools"
	case h.Drop:
		var lost []string
		for _, name := range h.Names {
			if name == "*" || mcpHeader(name) && name != "mcp-session-id" {
				lost = append(lost, name)
			}
		}
		if len(lost) == 0 {
			return
		}
		f.Severity, f.Role = report.High, "drop"
		f.Message = fmt.Sprintf("%s: %s takes headers away that the server must compare with the request, so that it refuses requests of 2026-07-28%s", h.Format, h.What, rule.Decided(verdict))
		f.Suggestion = "let MCP-Protocol-Version, Mcp-Method, Mcp-Name and Mcp-Param-* through unchanged"
	default:
		return
	}
	emit(f)
}

// Limits of timeouts in seconds: a silence that is normal between two events, a whole response that is short, and one that is long.
const (
	silence = 60
	short   = 300
	long    = 3600
)

func stream(v *rule.View, s *fact.Stream, emit func(report.Finding)) {
	verdict := v.Targets.Front(s.Target)
	if verdict.Answer != target.Yes || elsewhere(s.Paths) {
		return
	}
	f := report.Finding{Confidence: rule.Confidence(verdict), Object: s.Object + " streams", Package: verdict.Program, Site: rule.Site(s.Pos), Role: "stream"}
	switch {
	case s.Buffer:
		f.Severity = report.Medium
		f.Message = fmt.Sprintf("%s: %s holds events back: notifications of subscriptions/listen and progress arrive late or all at once%s", s.Format, s.What, rule.Decided(verdict))
		f.Suggestion = "switch buffering off for the MCP path"
	case s.Total && s.Seconds < long:
		f.Severity = report.Medium
		if s.Seconds >= short {
			f.Severity = report.Low
		}
		f.Message = fmt.Sprintf("%s: %s ends every response after %d seconds, also a subscriptions/listen that should stay open%s", s.Format, s.What, s.Seconds, rule.Decided(verdict))
		f.Suggestion = "limit the silence rather than the whole response on the MCP path, or give it an hour"
	case !s.Total && s.Seconds < silence:
		f.Severity = report.Low
		f.Message = fmt.Sprintf("%s: %s cuts a subscriptions/listen that is silent for %d seconds%s", s.Format, s.What, s.Seconds, rule.Decided(verdict))
		f.Suggestion = "let streams on the MCP path be silent for longer than the server's keep-alive"
	default:
		return
	}
	emit(f)
}

func probe(v *rule.View, p *fact.Probe, emit func(report.Finding)) {
	verdict := v.Targets.Front(p.Target)
	isMCP := endpoint(p.Path)
	if verdict.Answer != target.Yes && isMCP && verdict.Answer != target.No || p.Calls != "" && verdict.Answer == target.Unknown {
		verdict = target.Verdict{Answer: target.Yes, How: "the check is one of MCP"}
	}
	if verdict.Answer != target.Yes {
		return
	}
	f := report.Finding{Severity: report.Medium, Confidence: rule.Confidence(verdict), Object: p.Object + " " + p.What, Package: verdict.Program, Site: rule.Site(p.Pos), Role: "probe"}
	switch {
	case p.Calls != "":
		f.Message = fmt.Sprintf("%s: %s calls %s, which 2026-07-28 no longer has%s", p.Format, p.What, p.Calls, rule.Decided(verdict))
	case isMCP:
		f.Message = fmt.Sprintf("%s: %s asks for GET %s. Without sessions the MCP path takes POST only and answers 405%s", p.Format, p.What, p.Path, rule.Decided(verdict))
	default:
		return
	}
	f.Suggestion = "check a path of its own, such as /healthz, that says whether the process can serve"
	emit(f)
}

// endpoint reports whether a path is the usual one of an MCP server itself, not something below it.
func endpoint(path string) bool {
	path = strings.TrimSuffix(strings.ToLower(path), "/")
	return path == "/sse" || strings.HasSuffix(path, "/mcp")
}
