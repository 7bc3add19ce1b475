package scan

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

// summarise builds SSA for the packages that matter, in one shared program,
// and summarises them.
func (ld *loaded) summarise() []*engine.Summary {
	prog := ssa.NewProgram(ld.fset, ssa.InstantiateGenerics)
	var todo []*pkg
	built := map[*pkg]*ssa.Package{}
	for _, p := range ld.pkgs {
		if p.types == nil || prog.ImportedPackage(p.types.Path()) != nil {
			continue
		}
		if !p.matter {
			prog.CreatePackage(p.types, nil, nil, true)
			continue
		}
		sp := ld.create(prog, p)
		if sp == nil {
			continue
		}
		built[p] = sp
		todo = append(todo, p)
	}
	for _, p := range todo {
		createMissing(prog, p.types)
	}
	cfg := &engine.Config{Position: ld.position, Version: func(path string) string { return ld.versions[path] }, IsSDK: ld.isSDK}
	out := make([]*engine.Summary, len(todo))
	var wg sync.WaitGroup
	var mu sync.Mutex
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, p := range todo {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			defer func() {
				if r := recover(); r != nil {
					mu.Lock()
					defer mu.Unlock()
					ld.problems = append(ld.problems, problem{kind: "summary", pkg: p.ImportPath, msg: fmt.Sprintf("could not be analysed (%v)", r), hint: "the package does not type-check; mend it and audit again"})
				}
			}()
			built[p].Build()
		}()
	}
	wg.Wait()
	for i, p := range todo {
		out[i] = ld.summary(cfg, prog, built[p], p)
	}
	var keep []*engine.Summary
	for _, s := range out {
		if s != nil {
			keep = append(keep, s)
		}
	}
	return keep
}

// create makes the SSA package; ill-typed code can make it panic.
func (ld *loaded) create(prog *ssa.Program, p *pkg) (sp *ssa.Package) {
	defer func() {
		if r := recover(); r != nil {
			sp = nil
			if p.own {
				ld.problems = append(ld.problems, problem{kind: "summary", pkg: p.ImportPath, msg: fmt.Sprintf("could not be analysed (%v)", r), hint: "the package does not type-check; mend it and audit again"})
			}
		}
	}()
	return prog.CreatePackage(p.types, p.files, p.info, true)
}

func (ld *loaded) summary(cfg *engine.Config, prog *ssa.Program, sp *ssa.Package, p *pkg) (s *engine.Summary) {
	defer func() {
		if r := recover(); r != nil {
			s = nil
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
	if p.Module != nil {
		s.Module, s.ModVer = p.Module.Path, ld.versions[p.ImportPath]
	}
	return s
}

// position writes positions relative to the module root; those of other
// modules keep their folder's name.
func (ld *loaded) position(p token.Pos) engine.Pos {
	pos := ld.fset.Position(p)
	file := pos.Filename
	if rel, err := filepath.Rel(ld.root, file); err == nil && !strings.HasPrefix(rel, "..") {
		file = rel
	}
	return engine.Pos{File: filepath.ToSlash(file), Line: pos.Line, Col: pos.Column}
}
