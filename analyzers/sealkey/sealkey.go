package sealkey

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule sealkey.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "sealkey",
	Group:   rule.Keys,
	Step:    rule.StepKeys,
	Hours:   [2]float64{1, 4},
	Clause:  "2026-07-28 basic/utilities/mrtr: integrity of requestState; its key must be shared by replicas and survive restarts",
	Check:   check,
	Rewrite: rewrite,
	Stores:  true,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, k := range v.ProcessKeys() {
		f := rule.Finding{Severity: rule.High, Confidence: k.Confidence, Object: k.Object, Package: k.Gen.Fn.Fn.Pkg, Site: k.Gen.Pos()}
		f.Path = []rule.Frame{
			{Pos: k.Gen.Pos(), Function: k.Gen.Fn.Name, What: "makes key material for this process"},
			{Pos: k.Use.Pos(), Function: k.Use.Fn.Name, What: k.What},
		}
		f.Related = append(f.Related, rule.Place{Pos: k.Use.Pos(), What: k.What + " in " + k.Use.Fn.Name})
		if !v.OverHTTP() || k.Stdio {
			f.Severity = rule.Info
		}
		f.Message = "each process makes its own key: what one replica seals another cannot open, and a restart invalidates all of it"
		f.Suggestion = "take one key from configuration, shared by all replicas, and refuse to start without it"
		report(f)
	}
}

var _ = view.Sure
