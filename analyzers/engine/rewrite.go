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
	// Refusal is why there is none.
	Refusal = edit.Refusal
)

// Proposal is what a rule makes of one of its findings.
type Proposal struct {
	Rewrites bool // the rule has a rewrite
	Fix      *Fix
	Refusal  *Refusal // why there is no Fix
}

// Rewrites reports whether a rule with a rewrite has found something.
func (r *Result) Rewrites() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return r.rewriter(f) != nil })
}

// rewriter is the rule of a finding, nil if it has no rewrite.
func (r *Result) rewriter(f Finding) *rule.Rule {
	i := slices.IndexFunc(r.rules, func(x *rule.Rule) bool { return x.Name == f.Rule })
	if i < 0 || r.rules[i].Rewrite == nil {
		return nil
	}
	return r.rules[i]
}

// Propose asks for the rewrites of the findings: one proposal for each, in their
// order.
func (r *Result) Propose(s *Syntax) []Proposal {
	c := &rule.Context{Program: s, View: r.view, Findings: slices.Clone(r.Findings)}
	for _, x := range r.Suppressed { // a comment keeps quiet about state, which is there all the same
		c.Findings = append(c.Findings, x.Finding)
	}
	out := make([]Proposal, len(r.Findings))
	for i, f := range r.Findings {
		if x := r.rewriter(f); x != nil {
			out[i].Rewrites = true
			out[i].Fix, out[i].Refusal = x.Propose(c, f)
		}
	}
	return out
}

// Asks reports whether the rewrite of a finding would read syntax. All others are
// refused by what is known without.
func (r *Result) Asks(s *Syntax) bool {
	s.Bare, s.Asked = true, false
	r.Propose(s)
	return s.Asked
}
