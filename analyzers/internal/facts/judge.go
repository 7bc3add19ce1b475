package facts

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/ignore"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// A Rule looks at a view. The analyzers of rules register theirs before any
// package is analysed.
type Rule struct {
	Name string
	Run  func(*view.View) []view.Finding
}

var rules []Rule

// Register adds a rule.
func Register(r Rule) { rules = append(rules, r) }

// judge links what the package sees and has the rules look at it. It keeps the
// findings to report here, and returns the keys of those of the imports and its
// own.
//
// The first package that sees a finding and has a part in it reports it, so that
// it comes once, close to where it stands, and not with every importer.
// What is minor, worth knowing or only possible, belongs to the package that it
// stands in.
func (s *Summarised) judge(pass *analysis.Pass, below *bundle) []string {
	seen := insert(below.Packages, s.own)
	if pass.Pkg.Name() != "main" {
		seen = append(seen, callers)
	}
	v := view.New(link.New(known(), seen))
	s.ignores = ignore.New(seen)
	s.view = v
	for _, p := range seen {
		if p.Handles {
			s.handles = p.Path
		}
	}
	from := imports(pass)
	found := slices.Clone(below.Found)
	for _, r := range rules {
		for _, f := range r.Run(v) {
			k := key(f)
			if s.ignores.Match(f.Rule, f.Site) != nil {
				found = append(found, k) // importers need not look again
				continue
			}
			if _, shown := slices.BinarySearch(below.Found, k); shown {
				continue
			}
			minor := f.Severity == view.Info || f.Confidence == view.Possible
			at := s.anchor(f, from)
			if !at.IsValid() || minor && !s.Pos(f.Site).IsValid() {
				continue
			}
			s.findings = append(s.findings, Finding{f, at, minor})
			if !minor {
				found = append(found, k)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// callers stands for the programs that import a library and that it cannot see:
// to the linker a module without one is for others to call, whichever way they
// like.
var callers = &effects.Package{Version: effects.Version, Path: "callers", Name: "main", Main: true}

// Finding is a finding to report in the package under analysis.
type Finding struct {
	view.Finding
	At    token.Pos
	Minor bool // not reported unless it is asked for
}

// key identifies a finding in every package that can see it.
func key(f view.Finding) string {
	return fmt.Sprintf("%s %s %s:%d %s", f.Rule, f.Package, f.Site, f.Site.Col, f.Object)
}

// Findings lists what the rules found that no import of the package has shown.
func (s *Summarised) Findings() []Finding { return s.findings }

// Syntax is the package under analysis for rewrites, with the view that the rules
// had of it; nil if no rule has looked.
func (s *Summarised) Syntax(pass *analysis.Pass) (*edit.Program, *view.View) {
	if s.view == nil {
		return nil, nil
	}
	return &edit.Program{Fset: pass.Fset, Position: s.position, Handles: s.handles, Packages: []*edit.Package{{
		Path: pass.Pkg.Path(), Types: pass.Pkg, Info: pass.TypesInfo, Files: sources(pass), Sound: len(pass.TypeErrors) == 0,
		Source: func(pos token.Pos) ([]byte, error) { return pass.ReadFile(pass.Fset.File(pos).Name()) },
	}}}, s.view
}

// Serially runs a part of a rule that asks the view of Syntax: drivers run rules
// at the same time, and a view remembers what it was asked.
func (s *Summarised) Serially(f func()) {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	f()
}

// Pos finds a position of a summary in the package under analysis; NoPos means
// that it is in another one.
func (s *Summarised) Pos(p effects.Pos) token.Pos { return s.pos[p] }

// anchor is where to report a finding: where it stands, or at the last step of
// its path that is in the package under analysis, or at another place of it that
// is. A library that has no part in a finding does not report it; a program
// reports it at the import that brings it along.
func (s *Summarised) anchor(f view.Finding, imports map[string]token.Pos) token.Pos {
	if p := s.Pos(f.Site); p.IsValid() {
		return p
	}
	for _, step := range slices.Backward(f.Path) {
		if p := s.Pos(step.Pos); p.IsValid() {
			return p
		}
	}
	for _, place := range f.Related {
		if p := s.Pos(place.Pos); p.IsValid() {
			return p
		}
	}
	return imports[f.Package]
}

// imports maps the packages that a program sees to the import that leads to
// each: its own one, or the first in the order of the files.
func imports(pass *analysis.Pass) map[string]token.Pos {
	if pass.Pkg.Name() != "main" {
		return nil
	}
	below := map[string][]*effects.Package{}
	for _, imp := range pass.Pkg.Imports() {
		var f Fact
		if pass.ImportPackageFact(imp, &f) {
			if b, err := f.bundle(); err == nil {
				below[imp.Path()] = b.Packages
			}
		}
	}
	out := map[string]token.Pos{}
	for _, f := range sources(pass) {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			for _, p := range below[path] {
				if _, ok := out[p.Path]; !ok || p.Path == path {
					out[p.Path] = spec.Pos()
				}
			}
		}
	}
	return out
}
