package sealkey

import (
	_ "embed"

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
		switch {
		case k.Host:
			f.Path[0].What = "takes what the host is called for key material"
			f.Role = roleHost
			if f.Confidence == rule.Sure {
				f.Confidence = rule.Likely
			}
			f.Message = "the key is derived from what the host is called: what one replica seals another cannot open"
		case k.File:
			f.Path[0].What = "makes key material for a file of this instance"
			f.Role = roleFile
			f.Message = "an instance that finds no key file makes its own key: replicas that do not share the file's volume cannot open what another sealed"
			if f.Severity == rule.High {
				f.Severity = rule.Medium
			}
			if k.Fallback {
				f.Severity = rule.Info // only where nothing is configured
			}
			if f.Confidence == rule.Sure {
				f.Confidence = rule.Likely
			}
		}
		f.Suggestion = "take one key from configuration, shared by all replicas, and refuse to start without it"
		report(f)
	}
}

const (
	roleFile = "file" // keys that are kept in a file
	roleHost = "host" // keys that are derived from what the host is called
)
