// Package ruletest runs one rule over the small programs in its testdata.
//
// Each folder below testdata/flag, testdata/clean and testdata/limits is a
// program of its own, the package example.com/app; folders inside it are
// packages below that path, and folders inside its vendor folder are
// dependencies whose code is summarised as well. Other imports come from the
// standard library's sources and from the declarations in testdata/stubs, here
// or next to the rule. A comment "// with PATH@VERSION" before the package
// clause sets the version of a dependency's module.
//
// In flag and limits a line with the comment
//
//	// want "regexp" "regexp"
//
// must get, for each expression, a finding that matches it; no other line may
// get any. What is matched reads "severity confidence object: message". In
// clean no finding may be above info. A program in limits shows an answer that
// is known to be wrong; its first comment says why it is given.
//
// A program in testdata/fix is rewritten, and must become what stands in the files
// that end in .golden; those must type-check, the rule must be silent about them,
// and they must stay as they are when they are rewritten again. In a program in
// testdata/refuse a finding on a line with the comment
//
//	// refuse "regexp"
//
// must be refused with a reason that matches. A program with a folder handles has
// the scaffolded package; the test provides it.
package ruletest

import (
	"embed"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// App is the import path of the program under test.
const App = "example.com/app"

//go:embed testdata/stubs
var stubs embed.FS

// Run checks a rule against the programs in the testdata folder of the test.
func Run(t *testing.T, r *rule.Rule) {
	t.Helper()
	found := false
	for _, kind := range []string{"flag", "clean", "limits"} {
		dirs, err := os.ReadDir(filepath.Join("testdata", kind))
		if err != nil {
			continue
		}
		for _, d := range dirs {
			if !d.IsDir() {
				continue
			}
			found = true
			dir := filepath.Join("testdata", kind, d.Name())
			t.Run(kind+"/"+d.Name(), func(t *testing.T) {
				p := Load(t, dir)
				if kind == "clean" {
					report(t, p.judgeClean(r))
				} else {
					report(t, p.judgeFlag(r))
				}
			})
		}
	}
	runFixes(t, r)
	if !found {
		t.Fatal("no programs in testdata/flag, testdata/clean or testdata/limits")
	}
}

// Program is a loaded program.
type Program struct {
	View  *view.View
	wants map[effects.Pos][]*regexp.Regexp // Col is not set
}

func line(f rule.Finding) effects.Pos { return effects.Pos{File: f.Site.File, Line: f.Site.Line} }

func describe(f rule.Finding) string {
	return fmt.Sprintf("%s %s %s: %s", f.Severity, f.Confidence, f.Object, f.Message)
}

func report(t *testing.T, msgs []string) {
	t.Helper()
	for _, m := range msgs {
		t.Error(m)
	}
}

// judgeFlag compares the findings with the comments and says what differs.
func (p *Program) judgeFlag(r *rule.Rule) []string {
	var msgs []string
	if len(p.wants) == 0 {
		msgs = append(msgs, "the program expects nothing: no comment says // want")
	}
	got := map[effects.Pos][]rule.Finding{}
	for _, f := range r.Run(p.View) {
		got[line(f)] = append(got[line(f)], f)
	}
	for _, at := range slices.SortedFunc(maps.Keys(p.wants), compare) {
		for _, re := range p.wants[at] {
			if slices.ContainsFunc(got[at], func(f rule.Finding) bool { return re.MatchString(describe(f)) }) {
				continue
			}
			m := fmt.Sprintf("%s: no finding matches %q", at, re)
			for _, f := range got[at] {
				m += "\n\tfound " + describe(f)
			}
			msgs = append(msgs, m)
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(got), compare) {
		for _, f := range got[at] {
			if len(p.wants[at]) == 0 {
				msgs = append(msgs, fmt.Sprintf("%s: unexpected: %s", at, describe(f)))
			}
			msgs = append(msgs, incomplete(f)...)
		}
	}
	return msgs
}

// judgeClean says what is found where nothing may be.
func (p *Program) judgeClean(r *rule.Rule) []string {
	var msgs []string
	if len(p.wants) > 0 {
		msgs = append(msgs, "a clean program says // want")
	}
	for _, f := range r.Run(p.View) {
		if f.Severity != rule.Info {
			msgs = append(msgs, fmt.Sprintf("%s: unexpected: %s", line(f), describe(f)))
		}
		msgs = append(msgs, incomplete(f)...)
	}
	return msgs
}

// incomplete says what a finding lacks of what every finding must have.
func incomplete(f rule.Finding) []string {
	var msgs []string
	for _, x := range []struct {
		what string
		ok   bool
	}{
		{"site", f.Site.IsValid()}, {"severity", f.Severity != ""}, {"confidence", f.Confidence != ""}, {"object", f.Object != ""},
		{"message", f.Message != ""}, {"suggestion", f.Suggestion != ""}, {"clause", f.Clause != ""}, {"title", f.Title != ""}, {"package", f.Package != ""},
	} {
		if !x.ok {
			msgs = append(msgs, fmt.Sprintf("%s: the finding has no %s", line(f), x.what))
		}
	}
	return msgs
}

func compare(a, b effects.Pos) int {
	if a.File != b.File {
		return strings.Compare(a.File, b.File)
	}
	return a.Line - b.Line
}

// loader type-checks the standard library and the stubs once per process.
type loader struct {
	mu    sync.Mutex
	fset  *token.FileSet
	std   map[string]*types.Package
	ctx   build.Context
	local string // stubs next to the rule
}

var shared = sync.OnceValue(func() *loader {
	ld := &loader{fset: token.NewFileSet(), std: map[string]*types.Package{}, ctx: build.Default, local: filepath.Join("testdata", "stubs")}
	ld.ctx.CgoEnabled = false
	return ld
})

// Load type-checks, summarises and links the program in a folder.
func Load(t *testing.T, dir string) *Program {
	t.Helper()
	sums, wants := summarise(t, dir)
	return &Program{View: view.New(link.New(sdk.Builtin(), sums)), wants: wants}
}

// Summaries type-checks and summarises the program in a folder: one summary
// for each of its packages, in the order in which they import each other.
func Summaries(t *testing.T, dir string) []*effects.Package {
	t.Helper()
	sums, _ := summarise(t, dir)
	return sums
}

func summarise(t *testing.T, dir string) ([]*effects.Package, map[effects.Pos][]*regexp.Regexp) {
	t.Helper()
	ld := shared()
	ld.mu.Lock()
	defer ld.mu.Unlock()
	app := ld.app(t, dir)
	return app.summaries(), app.wants
}

// app type-checks the program in a folder.
func (ld *loader) app(t *testing.T, dir string) *appLoader {
	t.Helper()
	app := &appLoader{loader: ld, dir: dir, pkgs: map[string]*appPkg{}, versions: map[string]string{}, wants: map[effects.Pos][]*regexp.Regexp{}}
	if err := app.find(); err != nil {
		t.Fatal(err)
	}
	for _, p := range slices.Sorted(maps.Keys(app.pkgs)) {
		if _, err := app.Import(p); err != nil {
			t.Fatal(err)
		}
	}
	return app
}

type appPkg struct {
	path  string
	main  bool
	files []*ast.File
	types *types.Package
	info  *types.Info
}

type appLoader struct {
	*loader
	dir      string
	pkgs     map[string]*appPkg
	order    []*appPkg
	versions map[string]string
	wants    map[effects.Pos][]*regexp.Regexp
}

var (
	withRE = regexp.MustCompile(`^// with (\S+)@(\S+)`)
	wantRE = regexp.MustCompile(`// want((?: "(?:[^"\\]|\\.)*"| ` + "`[^`]*`" + `)+)`)
	exprRE = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|` + "`[^`]*`")
)

// find parses the program's files.
func (a *appLoader) find() error {
	return filepath.WalkDir(a.dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(a.fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(a.dir, filepath.Dir(file))
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		p := &appPkg{path: path.Join(App, rel), main: true}
		if dep, ok := strings.CutPrefix(rel, "vendor/"); ok {
			p.path, p.main = dep, false
		}
		if have := a.pkgs[p.path]; have != nil {
			p = have
		}
		a.pkgs[p.path] = p
		p.files = append(p.files, f)
		return a.comments(f)
	})
}

// comments collects what the files expect and the versions that they are with.
func (a *appLoader) comments(f *ast.File) error {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if m := withRE.FindStringSubmatch(c.Text); m != nil && c.Pos() < f.Package {
				a.versions[m[1]] = m[2]
			}
			m := wantRE.FindStringSubmatch(c.Text)
			if m == nil {
				continue
			}
			at := a.position(c.Pos())
			at.Col = 0
			for _, q := range exprRE.FindAllString(m[1], -1) {
				s, err := strconv.Unquote(q)
				if err != nil {
					return fmt.Errorf("%s: %s: %w", at, q, err)
				}
				re, err := regexp.Compile(s)
				if err != nil {
					return fmt.Errorf("%s: %w", at, err)
				}
				a.wants[at] = append(a.wants[at], re)
			}
		}
	}
	return nil
}

func (a *appLoader) position(p token.Pos) effects.Pos {
	pos := a.fset.Position(p)
	if rel, err := filepath.Rel(a.dir, pos.Filename); err == nil && !strings.HasPrefix(rel, "..") {
		pos.Filename = rel
	}
	return effects.Pos{File: filepath.ToSlash(pos.Filename), Line: pos.Line, Col: pos.Column}
}

func (a *appLoader) version(pkg string) string {
	for p := pkg; p != "." && p != "/"; p = path.Dir(p) {
		if v, ok := a.versions[p]; ok {
			return v
		}
	}
	return ""
}

// Import is the importer of the program's packages.
func (a *appLoader) Import(imp string) (*types.Package, error) {
	p := a.pkgs[imp]
	if p == nil {
		return a.loader.load(imp)
	}
	if p.types != nil {
		return p.types, nil
	}
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	cfg := &types.Config{Importer: a}
	var err error
	if p.types, err = cfg.Check(p.path, a.fset, p.files, p.info); err != nil {
		return nil, err
	}
	a.order = append(a.order, p)
	return p.types, nil
}

func isSDK(p string) bool { return sdk.Builtin().IsSDK(p) }

func (a *appLoader) summaries() []*effects.Package {
	prog := ssa.NewProgram(a.fset, ssa.InstantiateGenerics)
	seen := map[*types.Package]bool{}
	own := map[*types.Package]bool{}
	for _, p := range a.order {
		own[p.types] = true
	}
	var declare func(p *types.Package)
	declare = func(p *types.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, i := range p.Imports() {
			declare(i)
		}
		if !own[p] {
			prog.CreatePackage(p, nil, nil, true)
		}
	}
	for _, p := range a.order {
		declare(p.types)
	}
	built := map[*appPkg]*ssa.Package{}
	for _, p := range a.order {
		built[p] = prog.CreatePackage(p.types, p.files, p.info, true)
	}
	for _, p := range a.order {
		built[p].Build()
	}
	cfg := &effects.Config{Position: a.position, Version: a.version, IsSDK: isSDK}
	var out []*effects.Package
	for _, p := range a.order {
		gen := map[string]bool{}
		for _, f := range p.files {
			if ast.IsGenerated(f) {
				gen[a.position(f.Package).File] = true
			}
		}
		s := effects.Build(cfg, prog, built[p], p.files, gen)
		s.Main = p.main
		if p.main {
			s.Module = App
		} else {
			s.Module, s.ModVer = p.path, a.version(p.path)
		}
		out = append(out, s)
	}
	return out
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(p string) (*types.Package, error) { return f(p) }

var _ types.Importer = importerFunc(nil)

// load type-checks a package of the standard library, or a stub, without its
// functions' bodies.
func (ld *loader) load(imp string) (*types.Package, error) {
	if imp == "unsafe" {
		return types.Unsafe, nil
	}
	if p, ok := ld.std[imp]; ok {
		if p == nil {
			return nil, fmt.Errorf("import cycle through %s", imp)
		}
		return p, nil
	}
	ld.std[imp] = nil
	files, dep, err := ld.sources(imp)
	if err != nil {
		delete(ld.std, imp)
		return nil, err
	}
	cfg := &types.Config{IgnoreFuncBodies: true, FakeImportC: true, Importer: importerFunc(func(p string) (*types.Package, error) {
		if dep {
			if _, err := os.Stat(ld.goroot("vendor/" + p)); err == nil {
				p = "vendor/" + p
			}
		}
		return ld.load(p)
	})}
	p, err := cfg.Check(imp, ld.fset, files, nil)
	if err != nil {
		delete(ld.std, imp)
		return nil, err
	}
	ld.std[imp] = p
	return p, nil
}

func (ld *loader) goroot(imp string) string {
	return filepath.Join(ld.ctx.GOROOT, "src", filepath.FromSlash(imp))
}

// sources parses a package; std tells the standard library's from stubs.
func (ld *loader) sources(imp string) (files []*ast.File, std bool, err error) {
	const mode = parser.SkipObjectResolution
	if entries, err := stubs.ReadDir(path.Join("testdata/stubs", imp)); err == nil {
		for _, e := range entries {
			if e.IsDir() {
				continue
			}
			name := path.Join("testdata/stubs", imp, e.Name())
			src, err := stubs.ReadFile(name)
			if err != nil {
				return nil, false, err
			}
			f, err := parser.ParseFile(ld.fset, "stubs/"+name, src, mode)
			if err != nil {
				return nil, false, err
			}
			files = append(files, f)
		}
		if len(files) > 0 {
			return files, false, nil
		}
	}
	local := filepath.Join(ld.local, filepath.FromSlash(imp))
	if names, _ := filepath.Glob(filepath.Join(local, "*.go")); len(names) > 0 {
		for _, name := range names {
			f, err := parser.ParseFile(ld.fset, name, nil, mode)
			if err != nil {
				return nil, false, err
			}
			files = append(files, f)
		}
		return files, false, nil
	}
	dir := ld.goroot(imp)
	bp, err := ld.ctx.ImportDir(dir, 0)
	if err != nil {
		return nil, false, fmt.Errorf("%s is neither in the standard library nor among the stubs: %w", imp, err)
	}
	for _, name := range bp.GoFiles {
		f, err := parser.ParseFile(ld.fset, filepath.Join(dir, name), nil, mode)
		if err != nil {
			return nil, false, err
		}
		files = append(files, f)
	}
	return files, true, nil
}
