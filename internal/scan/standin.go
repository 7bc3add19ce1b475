package scan

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A standin is a package in place of one that could not be loaded. It declares
// the types that its importers name, so that their declarations stay well-typed,
// and the functions that mended code calls (see mender).
type standin struct {
	pkg   *types.Package
	decls []ast.Decl
	defs  map[*ast.Ident]types.Object
}

// newStandin makes a stand-in without members.
func newStandin(importPath, name string) *standin {
	pkg := types.NewPackage(importPath, name)
	pkg.MarkComplete()
	return &standin{pkg: pkg, defs: map[*ast.Ident]types.Object{}}
}

// function declares a function without a body.
func (s *standin) function(name string, sig *types.Signature) *types.Func {
	id := ast.NewIdent(name)
	fn := types.NewFunc(token.NoPos, s.pkg, name, sig)
	s.decls = append(s.decls, &ast.FuncDecl{Name: id, Type: &ast.FuncType{Params: &ast.FieldList{}}})
	s.defs[id] = fn
	return fn
}

// create tells SSA of the stand-in.
func (s *standin) create(prog *ssa.Program) {
	if prog.Package(s.pkg) != nil {
		return
	}
	var files []*ast.File
	if len(s.decls) > 0 {
		files = []*ast.File{{Name: ast.NewIdent(s.pkg.Name()), Decls: s.decls}}
	}
	prog.CreatePackage(s.pkg, files, &types.Info{Defs: s.defs}, false)
}

// usedType is how importers use a type of a package that could not be loaded.
type usedType struct {
	params  int  // type arguments
	pointer bool // behind a pointer or as a composite literal: a struct
}

// makeStandins makes stand-ins for the packages that could not be loaded, from
// what their importers say about them. What cgo declares is never looked up: in
// packages whose bodies matter, C is a package that is not there.
func (ld *loaded) makeStandins(order []*pkg) {
	importers := map[string][]*pkg{}
	for _, p := range order {
		for _, imp := range p.gone {
			importers[imp] = append(importers[imp], p)
		}
	}
	for _, imp := range slices.Sorted(maps.Keys(importers)) {
		used := map[string]*usedType{}
		name := ""
		for _, p := range importers[imp] {
			if name == "" {
				name = packageName(imp, p.files)
			}
		}
		if name == "" {
			name = nameGuesses(imp)[0]
		}
		for _, p := range importers[imp] {
			for _, f := range p.files {
				collectTypes(f, imp, name, used)
			}
		}
		s := newStandin(imp, name)
		for _, n := range slices.Sorted(maps.Keys(used)) {
			s.declare(n, used[n])
		}
		ld.standins[imp] = s
	}
}

// declare adds a type. A struct is what pointers and literals need; an empty
// interface takes any value that is assigned to it.
func (s *standin) declare(name string, u *usedType) {
	var under types.Type = types.NewInterfaceType(nil, nil)
	if u.pointer {
		under = types.NewStruct(nil, nil)
	}
	obj := types.NewTypeName(token.NoPos, s.pkg, name, nil)
	named := types.NewNamed(obj, under, nil)
	if u.params > 0 {
		params := make([]*types.TypeParam, u.params)
		for i := range params {
			params[i] = types.NewTypeParam(types.NewTypeName(token.NoPos, s.pkg, "T"+strconv.Itoa(i), nil), types.Universe.Lookup("any").Type())
		}
		named.SetTypeParams(params)
	}
	s.pkg.Scope().Insert(obj)
}

var majorSuffix = regexp.MustCompile(`^(?:v[0-9]+|(.+)\.v[0-9]+)$`)

// nameGuesses lists what the package with an import path may be called, the
// likeliest first.
func nameGuesses(imp string) []string {
	base := path.Base(imp)
	if m := majorSuffix.FindStringSubmatch(base); m != nil {
		if base = m[1]; base == "" {
			base = path.Base(path.Dir(imp))
		}
	}
	var out []string
	add := func(s string) {
		if token.IsIdentifier(s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(base)
	for _, cut := range []string{"go-", "go.", "golang-"} {
		add(strings.TrimPrefix(base, cut))
	}
	for _, cut := range []string{"-go", ".go", "-golang", "go"} {
		add(strings.TrimSuffix(base, cut))
	}
	add(strings.ReplaceAll(base, "-", "_"))
	add(strings.ReplaceAll(base, "-", ""))
	add(base[strings.LastIndexAny(base, "-.")+1:])
	if len(out) == 0 {
		out = []string{"absent"}
	}
	return out
}

// packageName finds the name that files use for an import without an alias; ""
// if none does.
func packageName(imp string, files []*ast.File) string {
	guesses := nameGuesses(imp)
	for _, f := range files {
		if local, ok := importedAs(f, imp); !ok || local != "" {
			continue
		}
		bases := map[string]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					bases[id.Name] = true
				}
			}
			return true
		})
		for _, g := range guesses {
			if bases[g] {
				return g
			}
		}
	}
	return ""
}

// importedAs returns the alias under which a file imports a path; "" if there
// is none. ok is false if the file does not import it.
func importedAs(f *ast.File, imp string) (alias string, ok bool) {
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p == imp {
			if spec.Name != nil {
				return spec.Name.Name, true
			}
			return "", true
		}
	}
	return "", false
}

// collectTypes notes the names of an imported package that stand where only a
// type can stand.
func collectTypes(f *ast.File, imp, name string, used map[string]*usedType) {
	local, ok := importedAs(f, imp)
	if !ok {
		return
	}
	if local == "" {
		local = name
	}
	dot := local == "."
	if dot || local == "_" {
		return
	}
	var typ func(e ast.Expr, params int, pointer bool)
	typ = func(e ast.Expr, params int, pointer bool) {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			if id, ok := e.X.(*ast.Ident); ok && id.Name == local {
				u := used[e.Sel.Name]
				if u == nil {
					u = new(usedType)
					used[e.Sel.Name] = u
				}
				u.params = max(u.params, params)
				u.pointer = u.pointer || pointer
			}
		case *ast.ParenExpr:
			typ(e.X, params, pointer)
		case *ast.StarExpr:
			typ(e.X, 0, true)
		case *ast.ArrayType:
			typ(e.Elt, 0, false)
		case *ast.MapType:
			typ(e.Key, 0, false)
			typ(e.Value, 0, false)
		case *ast.ChanType:
			typ(e.Value, 0, false)
		case *ast.Ellipsis:
			typ(e.Elt, 0, false)
		case *ast.IndexExpr:
			typ(e.X, 1, pointer)
			typ(e.Index, 0, false)
		case *ast.IndexListExpr:
			typ(e.X, len(e.Indices), pointer)
			for _, i := range e.Indices {
				typ(i, 0, false)
			}
		case *ast.BinaryExpr: // a union in a constraint
			typ(e.X, 0, false)
			typ(e.Y, 0, false)
		case *ast.UnaryExpr:
			typ(e.X, 0, false)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			typ(n.Type, 0, false)
		case *ast.ValueSpec:
			typ(n.Type, 0, false)
		case *ast.TypeSpec:
			typ(n.Type, 0, false)
		case *ast.CompositeLit:
			typ(n.Type, 0, true)
		case *ast.TypeAssertExpr:
			typ(n.Type, 0, false)
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				if c, ok := c.(*ast.CaseClause); ok {
					for _, e := range c.List {
						typ(e, 0, false)
					}
				}
			}
		case *ast.CallExpr:
			switch fun := ast.Unparen(n.Fun).(type) {
			case *ast.Ident:
				if (fun.Name == "new" || fun.Name == "make") && len(n.Args) > 0 {
					typ(n.Args[0], 0, fun.Name == "new")
				}
			case *ast.StarExpr:
				typ(fun, 0, false)
			case *ast.IndexExpr: // type arguments of a generic function
				typ(fun.Index, 0, false)
			case *ast.IndexListExpr:
				for _, i := range fun.Indices {
					typ(i, 0, false)
				}
			case *ast.ArrayType, *ast.MapType, *ast.ChanType:
				typ(fun, 0, false)
			}
		}
		return true
	})
}
