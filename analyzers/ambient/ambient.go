package ambient

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule ambient.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "ambient",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{2, 8},
	Clause: "2026-07-28 basic, statelessness: connection or process identity is no proxy for a conversation or session",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, g := range v.Ambients() {
		f, names := v.CardTogether(g)
		f.Message = "one request sets this value and others use it: callers overwrite each other, and every replica has its own"
		f.Suggestion = "make it an argument of the tools that need it, or keep it behind a handle"
		if len(names) > 1 {
			f.Message = fmt.Sprintf("one request sets these values (%s) and others use them: callers overwrite each other, and every replica has its own", listed(names))
		}
		if v.Judge(g[0]).FirstCallers() {
			f.Message = "what the first caller is called is kept for all later ones: they pass for somebody else"
			f.Suggestion = "ask for each request, or keep it per caller"
		}
		report(f)
	}
	settings(v, report)
	locks(v, report)
}

// listed names the first few of several fields.
func listed(names []string) string {
	if len(names) > 4 {
		return strings.Join(names[:3], ", ") + fmt.Sprintf(" and %d more", len(names)-3)
	}
	return strings.Join(names, ", ")
}

// settings reports values of the process's configuration that requests change.
func settings(v *rule.View, report func(rule.Finding)) {
	for _, s := range v.ChangedSettings() {
		lead := s.Sets[0]
		roots := v.Reached(lead.Fn)
		f := rule.Finding{Severity: v.Scale(rule.High), Confidence: rule.Sure, Object: s.Object, Package: s.Package, Site: lead.Pos(), Role: "setting"}
		f.Path, _ = v.PathFrom(roots, lead, "changes the setting")
		for _, l := range s.Sets[1:] {
			f.Related = append(f.Related, rule.Place{Pos: l.Pos(), What: "changes it in " + l.Fn.Name})
		}
		for i, l := range s.Gets {
			if roots = append(roots, v.Reached(l.Fn)...); i == 0 {
				f.Path = append(f.Path, rule.Frame{Pos: l.Pos(), Function: l.Fn.Name, What: "later reads the setting"})
				continue
			}
			f.Related = append(f.Related, rule.Place{Pos: l.Pos(), What: "reads it in " + l.Fn.Name})
		}
		f.Tools = view.Tools(roots)
		f.Message = "one request changes the configuration of the process and others go by it: callers overwrite each other, and every replica has its own"
		f.Suggestion = "make it an argument of the tools that need it, or keep it in a store that all replicas read"
		report(f)
	}
}

// locks reports locks of the process that order what requests do to a row that
// other processes change as well.
func locks(v *rule.View, report func(rule.Finding)) {
	for _, p := range v.ProcessLocks() {
		roots := v.Reached(p.Lock.Fn)
		f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: p.Confidence, Object: p.Object, Package: p.Package, Site: p.Site, Role: "lock", Tools: view.Tools(roots)}
		f.Path, _ = v.PathFrom(roots, p.Lock, "takes the lock")
		for _, s := range []struct {
			at   view.Loc
			what string
		}{{p.Read, "reads the row"}, {p.Renew, "has what it read renewed"}, {p.Write, "writes the row"}} {
			f.Path = append(f.Path, rule.Frame{Pos: s.at.Pos(), Function: s.at.Fn.Name, What: s.what})
		}
		f.Message = "this lock orders the callers of one process, and the row is shared by all: two replicas read it, renew it and overwrite each other"
		f.Suggestion = "take a lock in the store and read the row again under it, or write only if the row is still the one that was read"
		report(f)
	}
}
