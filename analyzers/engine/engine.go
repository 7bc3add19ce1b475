// Package engine is the door to the analysis for programs that load packages
// themselves: summarise each package, then judge what the summaries say
// together. Analyzers use the same code through go/analysis.
package engine

import (
	"go/ast"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/facts"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/gate"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/ignore"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// Config says how positions and versions are written into summaries.
type Config = effects.Config

// Summary is what linking needs to know of one package.
type Summary = effects.Package

// Pos is a source position.
type Pos = effects.Pos

// Tables are what the audit knows about libraries.
type Tables = sdk.Tables

// Builtin is what mcpaudit itself knows.
func Builtin() *Tables { return sdk.Builtin() }

// Table is a text with lines in the grammar of the tables.
type Table = sdk.Source

// Extend adds lines to what mcpaudit itself knows. Errors name the file and the
// line. Without any it returns the built-in tables.
func Extend(extra []Table) (*Tables, error) { return sdk.Builtin().Extend(extra) }

// ExtendAnalyzers is Extend for the rules under go/analysis, whose drivers have
// no other way in. It must come before any package is analysed.
func ExtendAnalyzers(extra []Table) error { return facts.Extend(extra) }

// IsSDK reports whether an import path is an MCP SDK or framework: the code of
// these is known, not analysed. Nil stands for the built-in tables.
func IsSDK(t *Tables, path string) bool { return gate.IsSDK(t, path) }

// SpeaksMCP reports whether a Go source names MCP's methods or its session
// header.
func SpeaksMCP(src []byte) bool { return gate.SpeaksMCP(src) }

// TestFolder reports whether a package stands in a folder for tests.
func TestFolder(path string) bool { return gate.TestFolder(path) }

// Summarise summarises a package whose SSA has been built.
func Summarise(cfg *Config, prog *ssa.Program, pkg *ssa.Package, files []*ast.File, generated map[string]bool) *Summary {
	return effects.Build(cfg, prog, pkg, files, generated)
}

// Finding is what a rule reports.
type Finding = view.Finding

// Suppressed is a finding that a comment sets aside.
type Suppressed struct {
	Finding
	Reason string
	At     Pos // of the comment
}

// Trouble is a comment about findings that does not do what somebody meant.
type Trouble struct {
	Package string
	At      Pos
	Message string
	Unused  bool // well-formed, but there is nothing to set aside
}

// Transport is one place where the module serves MCP.
type Transport struct {
	Kind    string // http, sse, stdio, memory
	Package string
	Pos     Pos
	Main    bool // in a main package
}

// Result is what judging the summaries of a module says.
type Result struct {
	Findings   []Finding
	Suppressed []Suppressed
	Troubles   []Trouble // in the packages that the audit is about
	Transports []Transport
	Roots      int      // functions that serve requests
	Tools      []string // named tools, sorted
	Unnamed    int      // tool handlers whose names are made at run time

	view  *view.View
	rules []*rule.Rule
}

// Judge links summaries and runs rules over them. Known are the names of all
// rules, also of those that do not run.
func Judge(tables *Tables, sums []*Summary, rules []*rule.Rule, known []string) *Result {
	p := link.New(tables, sums)
	v := view.New(p)
	res := &Result{Roots: len(p.Roots), view: v, rules: rules}
	comments := ignore.New(sums)
	for _, r := range rules {
		for _, f := range r.Run(v) {
			if g := comments.Match(f.Rule, f.Site); g != nil {
				res.Suppressed = append(res.Suppressed, Suppressed{f, g.Reason, g.Pos})
			} else {
				res.Findings = append(res.Findings, f)
			}
		}
	}
	ran := func(name string) bool {
		return slices.ContainsFunc(rules, func(r *rule.Rule) bool { return r.Name == name })
	}
	for _, t := range comments.Troubles(known, ran) {
		if t.Package.Main {
			res.Troubles = append(res.Troubles, Trouble{t.Package.Path, t.Pos, t.Message, t.Unused})
		}
	}
	names := map[string]string{}
	for _, s := range sums {
		names[s.Path] = s.Name
	}
	for _, t := range v.Transports {
		res.Transports = append(res.Transports, Transport{Kind: t.Kind, Package: t.Fn.Fn.Pkg, Pos: t.Pos(), Main: names[t.Fn.Fn.Pkg] == "main"})
	}
	set := map[string]bool{}
	for _, r := range p.Roots {
		if !r.IsTool() {
			continue
		}
		if len(r.Names) == 0 {
			res.Unnamed++
		}
		for _, n := range r.Names {
			set[n] = true
		}
	}
	res.Tools = slices.Sorted(maps.Keys(set))
	return res
}
