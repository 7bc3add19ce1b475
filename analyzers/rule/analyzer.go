package rule

import (
	"cmp"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/facts"
)

// Analyzer is a rule under go/analysis: the same check, over what the package
// under analysis and its imports show. It reports what none of the imports
// shows alone. Every call with one rule returns one analyzer; the first must
// come before any package is analysed.
//
// Findings of severity info and those that are only possible are left out
// unless the flag "all" is set.
func Analyzer(r *Rule) *analysis.Analyzer {
	if r.analyzer != nil {
		return r.analyzer
	}
	a := &analysis.Analyzer{
		Name:     r.Name,
		Doc:      r.Title + "\n\n" + r.Doc,
		URL:      r.URL(),
		Requires: []*analysis.Analyzer{facts.Summary},
	}
	all := a.Flags.Bool("all", false, "report what is only worth knowing or only possible, too")
	a.Run = func(pass *analysis.Pass) (any, error) {
		for _, d := range r.diagnose(pass, pass.ResultOf[facts.Summary].(*facts.Summarised), *all) {
			pass.Report(d)
		}
		return nil, nil
	}
	facts.Register(facts.Rule{Name: r.Name, Run: r.Run})
	r.analyzer = a
	return a
}

// diagnose turns findings into diagnostics, in the order of their positions.
func (r *Rule) diagnose(pass *analysis.Pass, s *facts.Summarised, all bool) []analysis.Diagnostic {
	var out []analysis.Diagnostic
	suggest := r.suggester(pass, s)
	for _, f := range s.Findings() {
		if f.Rule != r.Name || f.Minor && !all {
			continue
		}
		where := ""
		if !s.Pos(f.Site).IsValid() {
			where = " (" + f.Site.String() + ")"
		}
		out = append(out, analysis.Diagnostic{
			Pos: f.At, Category: r.Name, URL: r.URL(), Related: related(s, f.Finding), SuggestedFixes: suggest(f.Finding),
			Message: fmt.Sprintf("%s%s: %s [%s: %s, %s]", f.Object, where, f.Message, r.Name, f.Severity, f.Confidence),
		})
	}
	slices.SortStableFunc(out, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(out, func(a, b analysis.Diagnostic) bool { return a.Pos == b.Pos && a.Message == b.Message })
}

// suggester makes the rewrites that stay in the package under analysis and need
// nobody's eye. What they have to see beyond it they refuse.
func (r *Rule) suggester(pass *analysis.Pass, s *facts.Summarised) func(Finding) []analysis.SuggestedFix {
	none := func(Finding) []analysis.SuggestedFix { return nil }
	if r.Rewrite == nil || len(s.Findings()) == 0 {
		return none
	}
	prog, v := s.Syntax(pass)
	if prog == nil {
		return none
	}
	c := &Context{Program: prog, View: v}
	for _, f := range s.Findings() {
		c.Findings = append(c.Findings, f.Finding)
	}
	return func(f Finding) []analysis.SuggestedFix {
		var fix *edit.Fix
		s.Serially(func() { fix, _ = r.Propose(c, f) })
		if fix == nil || fix.Review {
			return nil
		}
		out := analysis.SuggestedFix{Message: fix.Message}
		for _, e := range fix.Edits {
			out.TextEdits = append(out.TextEdits, analysis.TextEdit{Pos: e.Pos, End: e.End, NewText: []byte(e.New)})
		}
		return []analysis.SuggestedFix{out}
	}
}

// maxPlaces is how many places beside the path a diagnostic lists: vet prints
// every one on a line of its own.
const maxPlaces = 4

// related lists the steps of the path, and other places, that are in the
// package.
func related(l *facts.Summarised, f Finding) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	seen := map[string]bool{}
	add := func(at effects.Pos, what string) bool {
		p := l.Pos(at)
		if !p.IsValid() || what == "" || seen[at.String()] {
			return false
		}
		out = append(out, analysis.RelatedInformation{Pos: p, Message: what})
		return true
	}
	for _, s := range f.Path {
		add(s.Pos, s.What)
	}
	for _, s := range f.Path {
		seen[s.Pos.String()] = true
	}
	n := 0
	for _, s := range f.Related {
		if n < maxPlaces && add(s.Pos, s.What) {
			n++
		}
		seen[s.Pos.String()] = true
	}
	return out
}
