package scan

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

// testSyntax reads the tests of the packages that may be edited, for rewrites that
// change what tests call. Their own dependencies are not read: what tests use of
// the packages has types, and the rest has none. Whether they still compile is
// checked when the rewrite is.
func (ld *loaded) testSyntax() (out []*engine.SyntaxPackage) {
	for _, p := range ld.pkgs {
		if !p.editable() || !p.isSound() || p.info == nil {
			continue
		}
		inside, outside := ld.testFiles(p)
		for i, files := range [][]*ast.File{inside, outside} {
			if len(files) == 0 {
				continue
			}
			path, all := p.ImportPath+"_test", files
			if i == 0 {
				path, all = p.ImportPath, slices.Concat(p.files, files)
			}
			info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
				Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{}}
			conf := types.Config{Importer: importerFunc(ld.known), FakeImportC: true, Error: func(error) {}}
			tp, _ := conf.Check(path, ld.fset, all, info)
			out = append(out, &engine.SyntaxPackage{Path: path, Types: tp, Info: info, Files: files, Sound: true, Test: true, Source: func(pos token.Pos) ([]byte, error) {
				return ld.read(ld.fset.Position(pos).Filename)
			}})
		}
	}
	return out
}

// testFiles parses the test files beside a package: those of the package and those
// of the package for its tests.
func (ld *loaded) testFiles(p *pkg) (inside, outside []*ast.File) {
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return nil, nil
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		name := filepath.Join(p.Dir, e.Name())
		src, err := ld.read(name)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(ld.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		switch {
		case err != nil:
		case f.Name.Name == p.Name:
			inside = append(inside, f)
		case f.Name.Name == p.Name+"_test":
			outside = append(outside, f)
		}
	}
	return inside, outside
}

// known imports a package that was read.
func (ld *loaded) known(path string) (*types.Package, error) {
	if p := ld.byPath[path]; p != nil && p.types != nil {
		return p.types, nil
	}
	return nil, fmt.Errorf("package %s was not read", path)
}
