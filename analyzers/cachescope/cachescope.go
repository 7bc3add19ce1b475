package cachescope

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule cachescope.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "cachescope",
	Group:  rule.Caching,
	Step:   rule.StepHandles,
	Hours:  [2]float64{1, 4},
	Clause: "2026-07-28 server/utilities/caching: the scope of a cached result must match who may see it",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	inProcess(v, report)
	inResults(v, report)
}

// inResults reports results that are offered to caches of others.
func inResults(v *rule.View, report func(rule.Finding)) {
	for _, p := range v.PublicScopes() {
		f := rule.Finding{Severity: v.Scale(rule.High), Confidence: rule.Likely, Object: p.Fn.Pkg.Name + "." + p.Fn.Name + ": cache scope", Package: p.Fn.Fn.Pkg, Role: "result", Site: p.Pos()}
		f.Path, _ = v.PathFrom([]*link.Root{p.Root}, p.Looks, "looks at the caller")
		f.Message = "what " + view.RootLabel(p.Root) + " answers depends on who calls, and is marked public: a cache between may give it to anybody"
		f.Suggestion = "mark it private; public is for what is the same for every caller"
		if p.Default {
			f.Severity = rule.Low
			f.Message = "what " + view.RootLabel(p.Root) + " answers depends on who calls, and this SDK marks results public where nothing else is said; no lifetime keeps it harmless, until one is set"
			f.Suggestion = "set the cache scope to private for lists and resources that depend on the caller"
		}
		report(f)
	}
}

// inProcess reports caches of the server itself.
func inProcess(v *rule.View, report func(rule.Finding)) {
	for _, c := range v.CallerCaches() {
		f := v.Card(c.State, view.Verdict{Severity: v.Scale(rule.High), Confidence: rule.Likely})
		f.Message = "what is cached here depends on who calls, and the key does not: one caller gets what was made for another"
		if c.Access != "" {
			f.Message = "a decision about rights (" + c.Access + ") is cached under a key without the caller: one caller gets what was decided for another"
		}
		f.Suggestion = "put the verified principal into the key, or cache only what is the same for all"
		f.Related = append([]rule.Place{{Pos: c.Fill.Pos(), What: "makes an entry in " + c.Fill.Fn.Name}}, f.Related...)
		if c.Looks.Fn != nil {
			f.Related = append([]rule.Place{{Pos: c.Looks.Pos(), What: "looks at the caller in " + c.Looks.Fn.Name}}, f.Related...)
		}
		report(f)
	}
}
