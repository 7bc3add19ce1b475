package debugenv

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/report"
)

//go:embed doc.go
var doc string

// Rule is the rule debugenv.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "debugenv",
	Hours:  report.Effort{MinHours: 0.5, MaxHours: 2},
	Clause: "modelcontextprotocol/go-sdk v1.8.0 docs/mcpgodebug.md: the settings are temporary and go in 1.9.0",
	Check:  check,
})

const variable = "MCPGODEBUG"

// setting is one switch of the Go SDK.
type setting struct {
	severity report.Severity
	what     string
}

// settings are those of go-sdk v1.8.0, in docs/mcpgodebug.md.
var settings = map[string]setting{
	"allowsessionsinstateless":        {report.High, "stateless servers keep sessions again"},
	"plaintextstatefulrejection":      {report.Medium, "a server with sessions turns clients of 2026-07-28 away in plain text, which they cannot read"},
	"customresnotfounderrcode":        {report.Medium, "an unknown resource is answered with an error code that the protocol no longer has"},
	"nowrapinvalidparams":             {report.Low, "invalid parameters are answered as before"},
	"nomethodnotfoundcodeinerror":     {report.Low, "unknown methods are answered without their code"},
	"hintomitempty":                   {report.Low, "hints that are false are left out, so that clients assume the default"},
	"disablecompleteparamsvalidation": {report.Low, "parameters of completions are not checked"},
	"noprotocolerrorbody":             {report.Low, "protocol errors have no body"},
	"blockingcancelnotify":            {report.Low, "cancelling blocks, as before"},
	"enableoriginverification":        {report.Low, gone},
	"disablecontenttypecheck":         {report.Low, gone},
	"disablelocalhostprotection":      {report.Low, gone},
	"seterroroverwrite":               {report.Low, gone},
}

const gone = "the setting is ignored since go-sdk 1.8.0"

func check(v *rule.View, emit func(report.Finding)) {
	at := map[fact.Pos]bool{}
	see := func(e fact.Env, program, object string) {
		if e.Name != variable || at[e.Pos] {
			return
		}
		at[e.Pos] = true
		for _, f := range findings(e.Value) {
			f.Site, f.Package, f.Object = rule.Site(e.Pos), program, object
			emit(f)
		}
	}
	for _, w := range v.Facts.Workloads {
		for _, c := range w.Containers {
			for _, e := range c.Env {
				see(e, v.Targets.Workload(w).Program, w.Title()+" "+variable)
			}
		}
	}
	for _, s := range v.Facts.Env {
		for _, e := range s.Env {
			see(e, "", s.Name+" "+variable)
		}
	}
	if v.Audit == nil {
		return
	}
	for _, s := range v.Audit.Sets {
		see(fact.Env{Pos: fact.Pos{File: s.File, Line: s.Line, Col: s.Col}, Name: s.Name, Value: s.Value}, s.Package, "os.Setenv "+variable)
	}
}

// findings judges a list of settings such as "a=1,b=1". Of a value only known settings reach a report.
func findings(value string) []report.Finding {
	var out []report.Finding
	for part := range strings.SplitSeq(value, ",") {
		name, on, _ := strings.Cut(strings.TrimSpace(part), "=")
		s, known := settings[name]
		if !known || on != "1" {
			continue
		}
		out = append(out, report.Finding{
			Severity: s.severity, Confidence: report.Sure, Role: name,
			Message:    fmt.Sprintf("%s=%s=1: %s", variable, name, s.what),
			Suggestion: "remove the setting and rewrite what needs it",
		})
	}
	return out
}
