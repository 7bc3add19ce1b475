package tomap

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// declare changes the type of the field or variable, where it has one that is
// written.
func (j *job) declare() error {
	for _, n := range j.decl.Path {
		switch n := n.(type) {
		case *ast.Field:
			if len(n.Names) != 1 {
				return edit.Refuse("the field shares its line with others")
			}
			if n.Tag != nil {
				return edit.Refuse("the field has a tag: something else reads or writes the struct")
			}
			if err := j.retype(n.Type); err != nil || j.kind != syncMap {
				return err
			}
			return j.construct()
		case *ast.ValueSpec:
			return j.variable(n)
		case *ast.AssignStmt:
			i := slices.IndexFunc(n.Lhs, func(e ast.Expr) bool {
				id, ok := e.(*ast.Ident)
				return ok && j.decl.Info.Defs[id] == j.obj
			})
			if i < 0 || len(n.Lhs) != len(n.Rhs) {
				return edit.Refuse("it is made by a function, at line %d", j.decl.Line(n.Pos()))
			}
			return j.make(j.decl, n.Rhs[i])
		case *ast.BlockStmt, *ast.FuncType:
			return edit.Refuse("it is a parameter of a function, at line %d", j.decl.Line(n.Pos()))
		}
	}
	return edit.Refuse("its declaration is not known, at line %d", j.decl.Line(j.decl.Pos))
}

// variable changes the declaration of a variable.
//
//	var sessions sync.Map        var sessions = handles.NewSyncMap[string, *Session]("shop.sessions", 24*time.Hour)
func (j *job) variable(n *ast.ValueSpec) error {
	if n.Type != nil && len(n.Names) != 1 {
		return edit.Refuse("the variable shares its type with others")
	}
	if j.kind == syncMap && len(n.Values) == 0 {
		text, err := j.making(j.decl)
		if err != nil {
			return err
		}
		j.fix.Add(edit.Edit{Pos: n.Names[0].End(), End: n.End(), New: " = " + text})
		return nil
	}
	if n.Type != nil {
		if err := j.retype(n.Type); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(n.Names, func(id *ast.Ident) bool { return j.decl.Info.Defs[id] == j.obj })
	if len(n.Values) == 0 {
		return nil
	}
	if i < 0 || len(n.Values) != len(n.Names) {
		return edit.Refuse("it is made by a function, at line %d", j.decl.Line(n.Pos()))
	}
	return j.make(j.decl, n.Values[i])
}

// retype writes the new type in the place of the old one.
//
//	map[string]*Game        *handles.Map[string, *Game]
func (j *job) retype(e ast.Expr) error {
	at, err := j.c.Place(e.Pos())
	if err != nil {
		return err
	}
	q, err := j.qualifier(at)
	if err != nil {
		return err
	}
	if m, ok := e.(*ast.MapType); ok && !j.pointers {
		j.replaceType(m, "*"+q+j.container()+"[")
		return nil
	}
	args, err := j.typeArgs(at)
	if err != nil {
		return err
	}
	j.fix.Add(edit.Replace(e, "*"+q+j.container()+args))
	return nil
}

// replaceType writes the types of a map's keys and values as type arguments.
func (j *job) replaceType(m *ast.MapType, open string) {
	j.add(edit.Edit{Pos: m.Pos(), End: m.Key.Pos(), New: open},
		edit.Edit{Pos: m.Key.End(), End: m.Value.Pos(), New: ", "},
		edit.Insert(m.Value.End(), "]"))
}

// typeArgs are the types of keys and values as a place writes them.
func (j *job) typeArgs(at *edit.Spot) (string, error) {
	key, err := j.typeText(at, j.key)
	if err != nil {
		return "", err
	}
	elem, err := j.typeText(at, j.elem)
	return "[" + key + ", " + elem + "]", err
}

// typeText is a type as a place writes it. Packages that the file does not import
// yet are imported.
func (j *job) typeText(at *edit.Spot, t types.Type) (text string, err error) {
	text = types.TypeString(t, func(p *types.Package) string {
		if p == at.Types {
			return ""
		}
		q, imp, failed := at.Import(p.Path(), p.Name())
		if failed != nil {
			err = failed
		} else if imp != nil {
			j.fix.Add(*imp)
		}
		return strings.TrimSuffix(q, ".")
	})
	if hidden := hiddenFrom(at.Types, t, 0); err == nil && hidden != "" {
		err = edit.Refuse("%s cannot be named in package %s", hidden, at.Types.Name())
	}
	return text, err
}

// hiddenFrom is the name of a type that a package cannot write.
func hiddenFrom(pkg *types.Package, t types.Type, depth int) string {
	if depth > 8 {
		return ""
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if n.Obj().Pkg() != nil && n.Obj().Pkg() != pkg && !n.Obj().Exported() || n.Obj().Pkg() == pkg && n.Obj().Parent() != pkg.Scope() {
			return n.Obj().Name()
		}
		for a := range n.TypeArgs().Types() {
			if h := hiddenFrom(pkg, a, depth+1); h != "" {
				return h
			}
		}
		return ""
	}
	switch t := t.(type) {
	case *types.Pointer:
		return hiddenFrom(pkg, t.Elem(), depth+1)
	case *types.Slice:
		return hiddenFrom(pkg, t.Elem(), depth+1)
	case *types.Array:
		return hiddenFrom(pkg, t.Elem(), depth+1)
	case *types.Map:
		if h := hiddenFrom(pkg, t.Key(), depth+1); h != "" {
			return h
		}
		return hiddenFrom(pkg, t.Elem(), depth+1)
	}
	return ""
}

// making is the call that makes the map.
func (j *job) making(at *edit.Spot) (string, error) {
	args, err := j.typeArgs(at)
	if err != nil {
		return "", err
	}
	rest, err := j.nameAndTTL(at)
	if err != nil {
		return "", err
	}
	q, err := j.qualifier(at)
	return q + "New" + j.container() + args + rest, err
}

// nameAndTTL are the arguments of that call.
func (j *job) nameAndTTL(at *edit.Spot) (string, error) {
	t, imp, err := at.Import("time", "time")
	if err != nil {
		return "", err
	}
	if imp != nil {
		j.fix.Add(*imp)
	}
	keep := ttl
	if j.shared {
		keep = sharedTTL
	}
	return "(" + strconv.Quote(j.name) + ", " + strings.Replace(keep, "time.", t, 1) + ")", nil
}

// make rewrites what makes the map.
//
//	make(map[string]*Game)  handles.NewMap[string, *Game]("shop.games", 24*time.Hour)
func (j *job) make(s *edit.Spot, e ast.Expr) error {
	typ, end := j.made(s, e), e.End()
	if typ == nil {
		return edit.Refuse("it is not made with make or an empty literal, at %s", j.c.Position(e.Pos()))
	}
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
		return edit.Refuse("it begins with entries, at %s", j.c.Position(e.Pos()))
	}
	at, err := j.c.Place(e.Pos())
	if err != nil {
		return err
	}
	m, ok := typ.(*ast.MapType)
	if !ok || j.pointers {
		text, err := j.making(at)
		if err != nil {
			return err
		}
		j.fix.Add(edit.Replace(e, text))
		return nil
	}
	q, err := j.qualifier(at)
	if err != nil {
		return err
	}
	rest, err := j.nameAndTTL(at)
	if err != nil {
		return err
	}
	if m.Pos() > e.Pos() {
		j.add(edit.Edit{Pos: e.Pos(), End: m.Pos()})
	}
	j.replaceType(m, q+"New"+j.container()+"[")
	j.add(edit.Edit{Pos: m.End(), End: end, New: rest})
	return nil
}

// made is the type in an expression that makes the map, nil if it is something
// else.
//
//	make(map[string]*Game)   map[string]*Game{}   &sync.Map{}   new(sync.Map)
func (j *job) made(s *edit.Spot, e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && j.kind == syncMap {
		e = ast.Unparen(u.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return e.Type
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		if ok && (s.Info.Uses[id] == types.Universe.Lookup("make") || j.kind == syncMap && s.Info.Uses[id] == types.Universe.Lookup("new")) {
			return e.Args[0]
		}
	}
	return nil
}
