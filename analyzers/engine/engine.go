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
	"github.com/mcpaudit/mcpaudit/analyzers/internal/gate"
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

// IsSDK reports whether an import path is an MCP SDK or framework: the code of
// these is known, not analysed.
func IsSDK(path string) bool { return gate.IsSDK(path) }

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
	Transports []Transport
	Roots      int      // functions that serve requests
	Tools      []string // named tools, sorted
	Unnamed    int      // tool handlers whose names are made at run time

	view  *view.View
	rules []*rule.Rule
}

// Judge links summaries and runs rules over them.
func Judge(sums []*Summary, rules []*rule.Rule) *Result {
	p := link.New(sdk.Builtin(), sums)
	v := view.New(p)
	res := &Result{Roots: len(p.Roots), view: v, rules: rules}
	for _, r := range rules {
		res.Findings = append(res.Findings, r.Run(v)...)
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
