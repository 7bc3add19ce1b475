package instancename

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

//go:embed doc.go
var doc string

// Rule is the rule instancename.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "instancename",
	Hours:  report.Effort{MinHours: 0.5, MaxHours: 2},
	Clause: "2026-07-28 basic/utilities/mrtr: what one instance seals another must open; serverInfo names the server, not the instance",
	Check:  check,
})

func check(v *rule.View, emit func(report.Finding)) {
	for _, w := range v.Facts.Workloads {
		verdict := v.Targets.Workload(w)
		if verdict.Answer == target.No {
			continue
		}
		for _, c := range w.Containers {
			for _, e := range c.Env {
				if e.From == "" {
					continue
				}
				if read := feedsName(v, e.Name); read != nil {
					f := finding(w, verdict, e.Pos, e.Name+" is the instance's own name ("+e.From+"), and the code makes the server's name of it")
					f.Related = append(f.Related, report.Related{File: read.Site.File, Line: read.Site.Line, What: "the name is made of it here"})
					f.Confidence = report.Sure
					emit(f)
				} else if isName(words(e.Name)) && !telemetry(e.Name) {
					emit(finding(w, verdict, e.Pos, e.Name+" is the instance's own name ("+e.From+")"))
				}
				if flag := nameFlag(c.Command, e.Name); flag != "" {
					emit(finding(w, verdict, e.Pos, flag+" is given "+e.Name+", the instance's own name ("+e.From+")"))
				}
			}
		}
	}
}

func finding(w *fact.Workload, verdict target.Verdict, at fact.Pos, what string) report.Finding {
	return report.Finding{
		Severity: report.Medium, Confidence: rule.Confidence(verdict), Object: w.Title() + " name", Package: verdict.Program, Site: rule.Site(at), Role: "name",
		Message:    fmt.Sprintf("%s: %s. Replicas call themselves differently, and what is bound to the name on one is refused by the next%s", w.Format, what, rule.Decided(verdict)),
		Suggestion: "give all instances one constant name; keep the instance's name for logs and metrics",
	}
}

// feedsName is the finding about the server's name in whose function the code reads a variable.
func feedsName(v *rule.View, name string) *report.Finding {
	if v.Audit == nil {
		return nil
	}
	for i, f := range v.Audit.Findings {
		if f.Rule != "servername" {
			continue
		}
		for _, r := range v.Audit.Reads {
			if r.Name == name && r.File == f.Site.File && r.From <= f.Site.Line && f.Site.Line <= r.To {
				return &v.Audit.Findings[i]
			}
		}
	}
	return nil
}

func words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isName reports whether a variable or flag names the server, or what its tokens and keys are bound to.
func isName(words []string) bool {
	has := func(w string) bool { return slices.Contains(words, w) }
	return has("audience") || has("issuer") || has("aad") || has("name") && (has("server") || has("mcp") || has("implementation")) || has("prefix") && (has("key") || has("handle"))
}

// telemetry is where an instance's name belongs.
func telemetry(name string) bool {
	return slices.ContainsFunc(words(name), func(w string) bool {
		switch w {
		case "otel", "log", "logs", "metric", "metrics", "trace", "tracing", "dd", "sentry", "statsd":
			return true
		}
		return false
	})
}

// nameFlag is the flag of a command that is given a variable and names the server.
func nameFlag(command []string, variable string) string {
	for i, word := range command {
		if !strings.Contains(word, "$("+variable+")") && !strings.Contains(word, "$"+variable) && !strings.Contains(word, "${"+variable+"}") {
			continue
		}
		flag, _, ok := strings.Cut(word, "=")
		if !ok && i > 0 {
			flag = command[i-1]
		}
		w := words(flag)
		if strings.HasPrefix(flag, "-") && (isName(w) || len(w) == 1 && w[0] == "name") {
			return flag
		}
	}
	return ""
}
