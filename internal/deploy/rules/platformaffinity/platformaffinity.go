package platformaffinity

import (
	_ "embed"
	"fmt"

	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

//go:embed doc.go
var doc string

// Rule is the rule platformaffinity.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "platformaffinity",
	Hours:  report.Effort{MinHours: 0.5, MaxHours: 4},
	Clause: "2026-07-28 basic: neither connection nor process identity stands for a conversation",
	Check:  check,
})

func check(v *rule.View, emit func(report.Finding)) {
	for _, p := range v.Facts.Platforms {
		verdict := v.Targets.Front(p.Target)
		if verdict.Answer == target.No {
			continue
		}
		f := report.Finding{
			Severity: report.Low, Confidence: report.Sure, Object: p.Object, Package: verdict.Program, Site: rule.Site(p.Pos),
			Message:    fmt.Sprintf("%s (%s) gives every Mcp-Session-Id an instance of its own: what works there by that, works nowhere else, and not for clients that send no session", p.Name, p.What),
			Suggestion: "let no answer depend on the platform's session: what spans calls belongs into a shared store under a handle",
		}
		if state := v.InMemory(verdict.Program); len(state) > 0 {
			f.Severity = report.Medium
			f.Message += ". The code keeps state in the process: " + rule.Objects(state)
		}
		emit(f)
	}
}
