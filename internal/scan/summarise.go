package scan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

// summarise builds SSA for the packages that matter, in one shared program,
// and summarises them.
func (ld *loaded) summarise() []*engine.Summary {
	b, bad := ld.build()
	for bad != nil {
		ld.cure(bad)
		b, bad = ld.build()
	}
	cfg := &engine.Config{Position: ld.position, Version: func(path string) string { return ld.versions[path] }, IsSDK: ld.isSDK}
	out := make([]*engine.Summary, len(b.pkgs))
	var wg sync.WaitGroup
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, p := range b.pkgs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			out[i] = ld.summary(cfg, b.prog, b.ssa[i], p)
		}()
	}
	wg.Wait()
	if ld.keep != keepSyntax {
		ld.forget()
	}
	return slices.DeleteFunc(out, func(s *engine.Summary) bool { return s == nil })
}

// forget lets go of syntax and types, which are most of what an audit holds in
// memory. Summaries say all that the rest needs to know, except for rewrites:
// types allow to read again the packages that these edit.
func (ld *loaded) forget() {
	for _, p := range ld.pkgs {
		p.sound = p.isSound()
		p.files, p.info, p.mended = nil, nil, nil
		if ld.keep == keepNothing {
			p.types = nil
		}
	}
	if ld.keep == keepNothing {
		ld.standins = nil
	}
}

// built is the SSA of the packages that matter.
type built struct {
	prog *ssa.Program
	pkgs []*pkg
	ssa  []*ssa.Package
}

// A failure is a package whose SSA could not be built.
type failure struct {
	p      *pkg
	reason any
}

// build makes a program and builds the packages that matter. After a failure
// the program is of no use: other packages may wait for ever for functions that
// the failed one would have finished.
func (ld *loaded) build() (*built, *failure) {
	b := &built{prog: ssa.NewProgram(ld.fset, ssa.InstantiateGenerics)}
	tested := map[string]bool{}
	for _, p := range ld.pkgs {
		if p.ForTest != "" && plainPath(p.ImportPath) == p.ForTest {
			tested[p.ForTest] = true
		}
	}
	for _, p := range ld.pkgs {
		path := plainPath(p.ImportPath)
		// A package and its tests are read once, as the variant with the tests.
		// Packages that are rebuilt for somebody else's test hold nothing new.
		variant := p.ForTest != "" && path != p.ForTest && path != p.ForTest+"_test"
		if p.types == nil || !p.matter || variant || p.ForTest == "" && tested[path] {
			continue
		}
		sp, err := create(b.prog, p)
		if err != nil {
			return nil, err
		}
		b.pkgs, b.ssa = append(b.pkgs, p), append(b.ssa, sp)
	}
	for _, s := range ld.standins {
		s.create(b.prog)
	}
	for _, p := range b.pkgs {
		createImports(b.prog, p.types)
	}
	failed := make(chan *failure, len(b.pkgs))
	done := make(chan struct{}, len(b.pkgs))
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, p := range b.pkgs {
		go func() {
			sem <- struct{}{}
			defer func() { <-sem }()
			if err := guarded(p, b.ssa[i].Build); err != nil {
				failed <- err
				return
			}
			done <- struct{}{}
		}()
	}
	for range b.pkgs {
		select {
		case err := <-failed:
			return nil, err
		case <-done:
		}
	}
	return b, nil
}

// create makes the SSA package.
func create(prog *ssa.Program, p *pkg) (sp *ssa.Package, err *failure) {
	err = guarded(p, func() { sp = prog.CreatePackage(p.types, p.files, p.info, p.ForTest == "") })
	return sp, err
}

// createImports tells SSA of the imports that it does not know yet, also of
// those that the type checker made up because nothing of them could be read.
// What they import in turn it does not need.
func createImports(prog *ssa.Program, p *types.Package) {
	for _, imp := range p.Imports() {
		if prog.Package(imp) == nil {
			prog.CreatePackage(imp, nil, nil, true)
		}
	}
}

// guarded turns a panic into a failure: SSA takes it for granted that code is
// well-typed, and panics where it is not.
func guarded(p *pkg, f func()) (err *failure) {
	defer func() {
		if r := recover(); r != nil {
			err = &failure{p, r}
		}
	}()
	f()
	return nil
}

// cure takes out what made building fail: mended functions that are not fit
// for SSA after all, or else the whole package.
func (ld *loaded) cure(bad *failure) {
	cured := false
	for _, p := range ld.pkgs {
		for _, fd := range ld.unbuildable(p) {
			strip(p, fd)
			cured = true
		}
	}
	if cured {
		return
	}
	bad.p.matter = false
	ld.problems = append(ld.problems, problem{kind: "summary", pkg: bad.p.ImportPath, msg: fmt.Sprintf("could not be analysed (%v)", bad.reason), hint: "mend what does not type-check in the package and audit again; report this if it does"})
}

// unbuildable finds the mended functions of a package that make SSA panic, by
// halving.
func (ld *loaded) unbuildable(p *pkg) []*ast.FuncDecl {
	if !p.matter || len(p.mended) == 0 {
		return nil
	}
	var search func(fns []*ast.FuncDecl) []*ast.FuncDecl
	search = func(fns []*ast.FuncDecl) []*ast.FuncDecl {
		if ld.builds(p, fns) {
			return nil
		}
		if len(fns) == 1 {
			return fns
		}
		half := len(fns) / 2
		return append(search(fns[:half]), search(fns[half:])...)
	}
	if !ld.builds(p, nil) {
		return nil // the mended functions are not to blame
	}
	return search(p.mended)
}

// builds tries whether a package builds when only the given ones of its mended
// functions have a body.
func (ld *loaded) builds(p *pkg, keep []*ast.FuncDecl) bool {
	q := *p
	q.files = slices.Clone(p.files)
	for _, fd := range p.mended {
		if !slices.Contains(keep, fd) {
			strip(&q, fd)
		}
	}
	prog := ssa.NewProgram(ld.fset, ssa.InstantiateGenerics)
	for _, s := range ld.standins {
		s.create(prog)
	}
	createImports(prog, p.types)
	return guarded(&q, func() {
		sp := prog.CreatePackage(q.types, q.files, q.info, true)
		sp.Build()
	}) == nil
}

// strip leaves a function without a body. It works on copies: an abandoned
// program may still be reading the declarations.
func strip(p *pkg, fd *ast.FuncDecl) {
	for i, f := range p.files {
		if j := slices.Index(f.Decls, ast.Decl(fd)); j >= 0 {
			file, fn := *f, *fd
			fn.Body = nil
			file.Decls = slices.Clone(f.Decls)
			file.Decls[j] = &fn
			p.files = slices.Clone(p.files)
			p.files[i] = &file
			info := *p.info
			info.FileVersions = maps.Clone(info.FileVersions)
			info.FileVersions[&file] = info.FileVersions[f]
			p.info = &info
			p.dropped++
		}
	}
	p.mended = slices.DeleteFunc(slices.Clone(p.mended), func(f *ast.FuncDecl) bool { return f == fd })
}

func (ld *loaded) summary(cfg *engine.Config, prog *ssa.Program, sp *ssa.Package, p *pkg) (s *engine.Summary) {
	defer func() {
		if r := recover(); r != nil {
			s = nil
			ld.mu.Lock()
			defer ld.mu.Unlock()
			ld.problems = append(ld.problems, problem{kind: "summary", pkg: p.ImportPath, msg: fmt.Sprintf("could not be summarised (%v)", r), hint: "please report this with the package"})
		}
	}()
	gen := map[string]bool{}
	for _, f := range p.files {
		if ast.IsGenerated(f) {
			gen[ld.position(f.Package).File] = true
		}
	}
	s = engine.Summarise(cfg, prog, sp, p.files, gen)
	s.Main = p.own && !p.DepOnly && (ld.tests || !engine.TestFolder(p.ImportPath)) // findings stand in the packages that were asked for
	if ld.tests {                                                                  // test code is code like any other
		for _, f := range s.Funcs {
			f.Test = false
		}
		for i := range s.Globals {
			s.Globals[i].Test = false
		}
	}
	if p.Module != nil {
		s.Module, s.ModVer = p.Module.Path, ld.versions[p.ImportPath]
	}
	return s
}

// position writes positions relative to the module root; those of other
// modules keep their folder's name.
func (ld *loaded) position(p token.Pos) engine.Pos {
	pos := ld.fset.Position(p)
	name, ok := ld.names.Load(pos.Filename)
	if !ok {
		name = ld.rel(pos.Filename)
		ld.names.Store(pos.Filename, name)
	}
	return engine.Pos{File: name.(string), Line: pos.Line, Col: pos.Column}
}
