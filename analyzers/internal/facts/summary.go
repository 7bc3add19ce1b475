package facts

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/gate"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/ignore"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// Summary is the analyzer that summarises one package.
var Summary = &analysis.Analyzer{
	Name:       "mcpsummary",
	Doc:        "find the memory that outlives a call and the requests that reach it\n\nThe rules of mcpaudit report what this analyzer finds; it reports nothing itself.",
	Run:        summarise,
	ResultType: reflect.TypeFor[*Summarised](),
	FactTypes:  []analysis.Fact{(*Fact)(nil)},
}

// Summarised is what the analyzer mcpsummary knows of a package.
type Summarised struct {
	rewriting sync.Mutex       // the view is for one rule at a time
	own       *effects.Package // nil if the package is not one to look at
	speaks    bool             // it reaches an SDK, or speaks MCP on the wire
	findings  []Finding
	ignores   *ignore.Set // of the package and what it imports, once the rules have looked
	pos       map[effects.Pos]token.Pos
	position  func(token.Pos) effects.Pos
	view      *view.View
	handles   string
}

func summarise(pass *analysis.Pass) (any, error) {
	below, err := imported(pass)
	if err != nil {
		return nil, err
	}
	s := &Summarised{}
	pkgPath := pass.Pkg.Path()
	unread := func(path string) bool { return isSDK(path) && find(below.Packages, path) == nil }
	for _, imp := range pass.Pkg.Imports() {
		s.speaks = s.speaks || unread(imp.Path())
	}
	out := &bundle{Versions: below.Versions, Packages: below.Packages, Found: below.Found}
	who := ownerOf(pass, s.speaks || below.Speaks)
	files := sources(pass)

	switch {
	case len(files) == 0:
		return s, nil // nothing but tests
	case who == standard:
	case isSDK(pkgPath) && !audited(pass, who):
	case who == own || s.speaks:
		wire := who == own && !s.speaks && !below.Speaks && speaksMCP(pass, files)
		s.speaks = s.speaks || who == own && (wire || below.Speaks)
		if pass.Pkg.Name() == "main" && !s.speaks {
			return s, nil // no package imports it, and there is nothing to find in it
		}
		if s.own, s.pos, s.position, err = build(pass, files, unread, below); err != nil {
			return nil, err
		}
		if m := pass.Module; m != nil {
			s.own.Module, s.own.ModVer = m.Path, m.Version
		}
		s.own.Main = who == own && !gate.TestFolder(pkgPath)
		resolve(s.own, below.Packages)
		if s.own.Main && s.speaks {
			out.Found = s.judge(pass, below)
		}
		if pass.Pkg.Name() != "main" { // no package imports it
			kept := prune(s.own, below.Packages)
			out.Packages = insert(kept, slim(s.own))
			out.Speaks = s.speaks
		}
	}
	if v := moduleVersion(pass); v != "" && versioned(pkgPath) {
		i, _ := slices.BinarySearchFunc(out.Versions, pkgPath, version.compare)
		out.Versions = slices.Insert(slices.Clone(out.Versions), i, version{pkgPath, v})
	}
	if pass.Pkg.Name() != "main" && (len(out.Packages) > 0 || len(out.Versions) > 0) {
		pass.ExportPackageFact(newFact(out))
	}
	return s, nil
}

func (v version) compare(path string) int { return strings.Compare(v.Path, path) }

func find(in []*effects.Package, path string) *effects.Package {
	if i, ok := slices.BinarySearchFunc(in, path, comparePath); ok {
		return in[i]
	}
	return nil
}

func comparePath(p *effects.Package, path string) int { return strings.Compare(p.Path, path) }

// insert adds a package to a sorted list, which it does not change.
func insert(in []*effects.Package, p *effects.Package) []*effects.Package {
	i, ok := slices.BinarySearchFunc(in, p.Path, comparePath)
	if ok {
		out := slices.Clone(in)
		out[i] = p
		return out
	}
	return slices.Insert(slices.Clone(in), i, p)
}

// audited reports whether a framework is itself code to audit: it belongs to
// the user and is built on another SDK.
func audited(pass *analysis.Pass, who owner) bool {
	if who != own || pass.Module == nil {
		return false
	}
	return slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool {
		rest, inside := strings.CutPrefix(imp.Path(), pass.Module.Path)
		inside = inside && (rest == "" || rest[0] == '/')
		return !inside && isSDK(imp.Path())
	})
}

func moduleVersion(pass *analysis.Pass) string {
	m := pass.Module
	if m == nil {
		return ""
	}
	if m.Replace != nil && m.Replace.Version != "" {
		return m.Replace.Version
	}
	return m.Version
}

// imported joins the facts of the direct imports. Packages further down come
// in them.
func imported(pass *analysis.Pass) (*bundle, error) {
	var in []*bundle
	out := new(bundle)
	byPath := map[string]*effects.Package{}
	for _, imp := range pass.Pkg.Imports() {
		var f Fact
		if !pass.ImportPackageFact(imp, &f) {
			continue
		}
		b, err := f.bundle()
		if err != nil {
			return nil, fmt.Errorf("the facts of %s: %w", imp.Path(), err)
		}
		in = append(in, b)
		out.Speaks = out.Speaks || b.Speaks
		if p := find(b.Packages, imp.Path()); p != nil {
			byPath[p.Path] = p // in full, not as much as another package needs of it
		}
	}
	direct := map[string]bool{}
	for path := range byPath {
		direct[path] = true
	}
	for _, b := range in {
		for _, v := range b.Versions {
			if i, ok := slices.BinarySearchFunc(out.Versions, v.Path, version.compare); !ok {
				out.Versions = slices.Insert(out.Versions, i, v)
			}
		}
		for _, f := range b.Found {
			if i, ok := slices.BinarySearch(out.Found, f); !ok {
				out.Found = slices.Insert(out.Found, i, f)
			}
		}
		for _, p := range b.Packages {
			if !direct[p.Path] {
				byPath[p.Path] = union(byPath[p.Path], p)
			}
		}
	}
	for _, p := range byPath {
		out.Packages = append(out.Packages, p)
	}
	slices.SortFunc(out.Packages, func(a, b *effects.Package) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// build makes SSA of the package and summarises it. It also tells where the
// positions in the summary are.
func build(pass *analysis.Pass, files []*ast.File, isSDK func(string) bool, below *bundle) (_ *effects.Package, _ map[effects.Pos]token.Pos, _ func(token.Pos) effects.Pos, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s could not be summarised (%v); please report this with the package", pass.Pkg.Path(), r)
		}
	}()
	prog := ssa.NewProgram(pass.Fset, ssa.InstantiateGenerics)
	for _, imp := range pass.Pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	spkg := prog.CreatePackage(pass.Pkg, files, infoOf(pass, files), false)
	spkg.Build()

	index := map[effects.Pos]token.Pos{}
	dir := folder(pass)
	where := func(p token.Pos) effects.Pos {
		at := pass.Fset.Position(p)
		return effects.Pos{File: file(dir, at.Filename), Line: at.Line, Col: at.Column}
	}
	position := func(p token.Pos) effects.Pos {
		pos := where(p)
		if _, ok := index[pos]; !ok {
			index[pos] = p
		}
		return pos
	}
	cfg := &effects.Config{
		Position: position,
		Version: func(path string) string {
			if i, ok := slices.BinarySearchFunc(below.Versions, path, version.compare); ok {
				return below.Versions[i].Version
			}
			return ""
		},
		IsSDK: isSDK,
	}
	generated := map[string]bool{}
	for _, f := range files {
		if ast.IsGenerated(f) {
			generated[position(f.Package).File] = true
		}
	}
	// The index is complete: from now on several rules read it at once.
	return effects.Build(cfg, prog, spkg, files, generated), index, where, nil
}

// infoOf is the pass's type information without the variables of tests, whose
// files are left out.
func infoOf(pass *analysis.Pass, files []*ast.File) *types.Info {
	if len(files) == len(pass.Files) {
		return pass.TypesInfo
	}
	audited := map[*token.File]bool{}
	for _, f := range files {
		audited[pass.Fset.File(f.FileStart)] = true
	}
	info := *pass.TypesInfo
	info.InitOrder = nil
	for _, in := range pass.TypesInfo.InitOrder {
		if audited[pass.Fset.File(in.Rhs.Pos())] {
			info.InitOrder = append(info.InitOrder, in)
		}
	}
	return &info
}
