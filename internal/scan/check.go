package scan

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// maxFile is the largest source file that is parsed, in bytes. Larger ones are
// generated tables; they are named among the problems.
const maxFile = 16 << 20

// check parses and type-checks every package that a mattering package needs,
// in parallel and in dependency order.
func (ld *loaded) check(ctx context.Context, o Options) error {
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	order := ld.parseNeeded(ctx, sem)
	ld.checkSyntax(ctx, sem)
	ld.makeStandins(order)
	ld.checkAll(ctx, sem, order, o.Progress)
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, p := range order {
		if p.own {
			ld.problems = append(ld.problems, p.errs...)
		}
	}
	return nil
}

// checkAll type-checks packages whose files have been parsed. Those that they
// import and that are not among them have been checked.
func (ld *loaded) checkAll(ctx context.Context, sem chan struct{}, order []*pkg, progress func(string, int, int)) {
	at := map[*pkg]int{}
	for i, p := range order {
		at[p] = i
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	sizes := types.SizesFor("gc", runtime.GOARCH)
	for i, p := range order {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer close(p.done)
			for _, q := range p.deps {
				if k, among := at[q]; among && k >= i { // in an import cycle somebody has to begin: the first in order
					p.later = append(p.later, q)
					continue
				}
				<-q.done
			}
			sem <- struct{}{}
			defer func() { <-sem }()
			if ctx.Err() != nil {
				return
			}
			ld.unpanicked(p, func() { ld.checkOne(p, sizes) })
			if progress != nil {
				mu.Lock()
				n++
				progress("load", n, len(order))
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
}

// unpanicked lets a panic of the parser or the type checker cost one package.
func (ld *loaded) unpanicked(p *pkg, f func()) {
	defer func() {
		if r := recover(); r != nil {
			p.files, p.types, p.info, p.matter, p.unsound = nil, nil, nil, false, true
			ld.mu.Lock()
			defer ld.mu.Unlock()
			ld.problems = append(ld.problems, problem{kind: "internal", pkg: p.ImportPath, msg: fmt.Sprintf("the package could not be read (%v)", r), hint: "please report this with the package"})
		}
	}()
	f()
}

// parseNeeded parses the packages that matter and those that the types in them
// depend on, and returns them in dependency order. A dependency without bodies
// does not need all that it imports.
func (ld *loaded) parseNeeded(ctx context.Context, sem chan struct{}) []*pkg {
	need := map[*pkg]bool{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var want func(p *pkg)
	want = func(p *pkg) {
		mu.Lock()
		defer mu.Unlock()
		if need[p] {
			return
		}
		need[p] = true
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			if ctx.Err() != nil {
				return
			}
			ld.unpanicked(p, func() { ld.parse(p) })
			for _, q := range p.deps {
				want(q)
			}
		}()
	}
	for _, p := range ld.pkgs {
		if p.matter {
			want(p)
		}
	}
	wg.Wait()
	return slices.DeleteFunc(slices.Clone(ld.pkgs), func(p *pkg) bool { return !need[p] })
}

// parse parses the files of a package and finds out which imports it needs.
func (ld *loaded) parse(p *pkg) {
	if p.reused {
		return
	}
	used := map[string]bool{} // by declarations alone
	whole := p.matter         // bodies need imports too
	defer func() {
		for _, imp := range p.Imports {
			if imp == "unsafe" || imp == "C" && !p.matter || !whole && !used[imp] {
				continue
			}
			switch q := ld.dep(p, imp); {
			case imp == "C" || q == nil || q.empty():
				p.gone = append(p.gone, imp)
			default:
				p.deps = append(p.deps, q)
			}
		}
	}()
	if p.files != nil {
		return
	}
	mode := parser.SkipObjectResolution
	if p.matter {
		mode |= parser.ParseComments // those of generated files and of ignored findings
	}
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		file := absolute(p.Dir, name)
		if st, err := os.Stat(file); err == nil && st.Size() > maxFile {
			p.errs = append(p.errs, problem{kind: "file", pkg: p.ImportPath, file: ld.rel(file), msg: fmt.Sprintf("larger than %d MiB, not read", maxFile>>20), hint: "exclude the file by a build tag if it is generated data"})
			continue
		}
		src, err := ld.read(file)
		if err != nil {
			p.errs = append(p.errs, problem{kind: "file", pkg: p.ImportPath, file: ld.rel(file), msg: "cannot be read: " + cause(err), hint: "check the file and its permissions"})
			continue
		}
		var f *ast.File
		if p.matter {
			f, err = parser.ParseFile(ld.fset, file, src, mode)
		} else if f, err = parser.ParseFile(ld.fset, file, outline(src), mode); err != nil {
			f, err = parser.ParseFile(ld.fset, file, src, mode)
		}
		if err != nil {
			p.unsound = true
			p.errs = append(p.errs, syntaxProblem(p, ld.rel(file), err, "mend the syntax; the rest of the package was checked as far as it goes"))
		}
		if f != nil && f.Name != nil {
			if !p.matter {
				trim(f)
				ld.usedImports(p, f, used)
			}
			p.files = append(p.files, f)
		}
	}
}

// usedImports notes which imports the declarations of a file use, and drops the
// others from it.
func (ld *loaded) usedImports(p *pkg, f *ast.File, used map[string]bool) {
	names := map[string]bool{}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					names[id.Name] = true
				}
			}
			return true
		})
	}
	unused := func(s ast.Spec) bool {
		spec, ok := s.(*ast.ImportSpec)
		if !ok {
			return false
		}
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return false
		}
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		} else if q := ld.dep(p, imp); q != nil {
			name = q.Name
		}
		if name == "_" || name != "" && name != "." && !names[name] {
			return true
		}
		used[imp] = true
		return false
	}
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			return false
		}
		g.Specs = slices.DeleteFunc(g.Specs, unused)
		return len(g.Specs) == 0
	})
}

// maxTypeErrors is how many type errors of one package become problems.
const maxTypeErrors = 5

// checkOne type-checks a package whose needed imports have been checked.
func (ld *loaded) checkOne(p *pkg, sizes types.Sizes) {
	if p.reused {
		return
	}
	p.shaky = len(p.later) > 0 || slices.ContainsFunc(p.gone, func(imp string) bool { return imp != "C" })
	for _, q := range p.deps {
		if !slices.Contains(p.later, q) {
			p.shaky = p.shaky || q.own && q.shaky
			p.unsound = p.unsound || q.unsound
		}
	}
	p.unsound = p.unsound || p.shaky || len(p.CgoFiles) > 0 && !p.Standard
	if p.matter {
		p.info = &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
		}
	}
	n := 0
	cfg := &types.Config{
		Importer:         importerFunc(func(path string) (*types.Package, error) { return ld.imported(p, path) }),
		IgnoreFuncBodies: !p.matter,
		FakeImportC:      !p.matter,
		Sizes:            sizes,
		GoVersion:        languageVersion(p.listed),
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) && strings.HasPrefix(te.Msg, "\t") {
				return // more about the error before it
			}
			if !errors.As(err, &te) || te.Soft && strings.Contains(te.Msg, "and not used") && !ld.strict {
				return
			}
			p.bad = append(p.bad, te.Pos)
			// What a package says that lacks an import mostly follows from that,
			// and the import is among the problems already. What cgo declares is
			// not looked for.
			if !p.own || p.shaky || strings.HasPrefix(te.Msg, "undefined: C.") {
				return
			}
			if n++; n > maxTypeErrors {
				return
			}
			pos := ld.fset.Position(te.Pos)
			p.errs = append(p.errs, problem{kind: "type", pkg: p.ImportPath, file: ld.rel(pos.Filename), line: pos.Line, msg: te.Msg, hint: "mend the package; the rest was checked as far as it goes"})
		},
	}
	p.types, _ = cfg.Check(plainPath(p.ImportPath), ld.fset, p.files, p.info)
	p.unsound = p.unsound || len(p.bad) > 0
	switch {
	case !p.matter:
		p.files = nil // nobody needs them any more
	case p.unsound:
		ld.mend(p)
	}
}

// plainPath drops go list's suffix of test variants ("p [p.test]").
func plainPath(path string) string {
	path, _, _ = strings.Cut(path, " ")
	return path
}

func cause(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func (ld *loaded) imported(p *pkg, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if q := ld.dep(p, path); q != nil && !slices.Contains(p.later, q) && q.types != nil && q.types.Name() != "" {
		return q.types, nil
	}
	if s := ld.standins[path]; s != nil {
		return s.pkg, nil
	}
	return nil, fmt.Errorf("%s could not be loaded", path)
}

// languageVersion is the package's Go version, capped at the one this program
// was built with: a newer one would refuse the whole package.
func languageVersion(l *listed) string {
	if l.Module == nil || l.Module.GoVersion == "" {
		return ""
	}
	v := "go" + l.Module.GoVersion
	if cur := runtime.Version(); version.IsValid(cur) && version.Compare(v, cur) > 0 {
		return version.Lang(cur)
	}
	return v
}
