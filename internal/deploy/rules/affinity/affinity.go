package affinity

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rewrite"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

//go:embed doc.go
var doc string

// Rule is the rule affinity.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "affinity",
	Hours:  report.Effort{MinHours: 0.5, MaxHours: 2},
	Clause: "2026-07-28 basic: servers SHOULD NOT require clients to reuse one connection or process for related operations",
	Check:  check,
})

func check(v *rule.View, emit func(report.Finding)) {
	for _, p := range v.Facts.Pins {
		if p.Match || p.By == "" {
			continue
		}
		verdict := Verdict(v, p)
		if verdict.Answer == target.No {
			continue
		}
		emit(finding(v, p, verdict))
	}
	if v.Audit == nil {
		return
	}
	for _, u := range v.Audit.Uses {
		if u.Kind == rule.Pinning {
			emit(inCode(v, u))
		}
	}
}

// inCode is the finding about a program that creates the objects itself, as an operator does. Whether they are about MCP, names say, or that
// the module has no program which serves anything else.
func inCode(v *rule.View, u rule.Use) report.Finding {
	f := report.Finding{
		Severity: report.Medium, Confidence: report.Possible, Object: u.Function, Package: u.Package, Role: string(fact.ByClient),
		Site:       report.Site{File: u.File, Line: u.Line, Column: u.Col},
		Message:    fmt.Sprintf("%s sets %s, which hides state that lives in one process. Behind a shared address, after a restart and when instances come and go, the instance is another one", u.Function, u.What),
		Suggestion: "leave it to whoever knows that a server needs it, with None as the default",
	}
	other := slices.ContainsFunc(v.Module.Programs, func(p target.Program) bool { return !p.MCP })
	if !other || strings.Contains(strings.ToLower(u.File+u.Function), "mcp") {
		f.Confidence = report.Likely
	}
	return f
}

// Verdict says whether a pin is about the MCP server. One that names the session's header can be about nothing else.
func Verdict(v *rule.View, p *fact.Pin) target.Verdict {
	verdict := v.Targets.Front(p.Target)
	if p.By == fact.ByHeader && p.Key == "mcp-session-id" {
		return target.Verdict{Answer: target.Yes, Sure: true, How: "only MCP has the header Mcp-Session-Id", Program: verdict.Program, Workload: verdict.Workload}
	}
	return verdict
}

// maxRelated is how many pieces of state a card points to.
const maxRelated = 6

func finding(v *rule.View, p *fact.Pin, verdict target.Verdict) report.Finding {
	f := report.Finding{
		Severity: report.Medium, Confidence: rule.Confidence(verdict), Object: p.Object, Package: verdict.Program,
		Site: rule.Site(p.Pos), Role: string(p.By),
	}
	pins := fmt.Sprintf("%s: %s pins requests by %s", p.Format, p.What, p.By)
	const fails = "Behind a shared address, after a restart and when instances come and go, the instance is another one"
	state := v.InMemory(verdict.Program)
	switch {
	case v.Audit == nil:
		f.Message = pins + ", which hides state that lives in one process. " + fails
		f.Suggestion = "run mcpaudit over the server's code; remove the setting once no state is left in the process, never before"
	case len(state) > 0:
		f.Severity = report.High
		f.Message = fmt.Sprintf("%s, which hides what the code keeps in the process: %s. %s", pins, rule.Objects(state), fails)
		f.Suggestion = fmt.Sprintf("not yet: first move this out of the process: %s. Then remove the setting", rule.Objects(state))
		for _, s := range state[:min(len(state), maxRelated)] {
			f.Related = append(f.Related, report.Related{File: s.Site.File, Line: s.Site.Line, What: "kept in the process: " + s.Object + " (" + s.Rule + ")"})
		}
	case v.Audit.Partial:
		f.Message = pins + ". No state was seen that needs it, but parts of the code could not be checked. " + fails
		f.Suggestion = "mend what keeps the code from being checked, audit again, and remove the setting only then"
	default:
		f.Severity = report.Low
		f.Message = pins + ", and the audit found nothing in the process that needs it: it only skews the load"
		f.Suggestion = "remove the setting"
		remove(v, p, &f)
	}
	f.Message += rule.Decided(verdict)
	return f
}

// remove offers the rewrite, or says why there is none.
func remove(v *rule.View, p *fact.Pin, f *report.Finding) {
	if v.Source == nil || !f.Confidence.AtLeast(report.Likely) {
		return
	}
	src, err := v.Source(p.File)
	if err == nil {
		f.Diff, err = rewrite.Remove(p, src)
	}
	if err != nil {
		f.Suggestion += fmt.Sprintf(" (by hand: %v)", err)
	}
}
