package engine

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// The words of rewrites, for programs that load packages themselves.
type (
	// Syntax is the typed syntax of the packages that were judged.
	Syntax = edit.Program
	// SyntaxPackage is one of them.
	SyntaxPackage = edit.Package
	// Edit replaces a part of a file.
	Edit = edit.Edit
	// Fix is one rewrite.
	Fix = edit.Fix
)

// Proposal is what a rule with a rewrite makes of one of its findings.
type Proposal struct {
	Finding Finding
	Fix     *Fix
	Refusal string // why there is no Fix
}

// Propose asks for the rewrites of the findings, in their order. The findings of
// rules without a rewrite are left out.
func (r *Result) Propose(s *Syntax) []Proposal {
	c := &rule.Context{Program: s, View: r.view, Findings: slices.Clone(r.Findings)}
	for _, x := range r.Suppressed { // a comment keeps quiet about state, which is there all the same
		c.Findings = append(c.Findings, x.Finding)
	}
	var out []Proposal
	for _, f := range r.Findings {
		i := slices.IndexFunc(r.rules, func(x *rule.Rule) bool { return x.Name == f.Rule })
		if i < 0 || r.rules[i].Rewrite == nil {
			continue
		}
		p := Proposal{Finding: f}
		p.Fix, p.Refusal = r.rules[i].Propose(c, f)
		out = append(out, p)
	}
	return out
}
