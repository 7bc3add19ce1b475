package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// anything refuses entries that hold values of any type where that would be noticed.
// JSON brings such a value back as one of a few types. Code that only hands it on,
// or that asks for those types, goes on as before.
//
//	job.Result = report        return nil, job.Result, nil
func (j *job) anything() (err error) {
	a := &anyUse{job: j, seen: map[types.Object]bool{}}
	for _, pkg := range j.c.Packages {
		if pkg.Path == j.c.Handles {
			continue
		}
		for _, f := range pkg.Files {
			s, placed := j.c.Place(f.Name.Pos())
			if placed != nil {
				continue // nothing of ours is changed there
			}
			parents(f, func(n ast.Node, up []ast.Node) {
				if err == nil {
					err = a.looked(s, n)
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// anyUse follows values of any type out of entries.
type anyUse struct {
	*job
	held map[*types.TypeName]bool
	seen map[types.Object]bool
}

// looked looks at one place that may tell of which type a value is, or that stores
// one.
func (a *anyUse) looked(s *edit.Spot, n ast.Node) error {
	refuse := func(e ast.Expr) error {
		return edit.Refuse("entries hold values of any type, and %s asks for a type that JSON does not bring back", a.c.Position(e.Pos()))
	}
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if n.Type != nil && !asJSON(s.Info.TypeOf(n.Type)) && a.from(s, n.X, 0) {
			return refuse(n)
		}
	case *ast.TypeSwitchStmt:
		x := switched(n)
		if x == nil || !a.from(s, x, 0) {
			return nil
		}
		if !allAsJSON(s, n) {
			return refuse(x)
		}
	case *ast.BinaryExpr:
		if n.Op != token.EQL && n.Op != token.NEQ || s.IsNil(n.X) || s.IsNil(n.Y) {
			return nil
		}
		for _, side := range [][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
			if isAny(s.Info.TypeOf(side[0])) && !asJSON(types.Default(s.Info.TypeOf(side[1]))) && a.from(s, side[0], 0) {
				return refuse(n)
			}
		}
	case *ast.CallExpr:
		fn := s.Callee(n)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" && fn.Pkg().Path() != "reflect" {
			return nil
		}
		for _, arg := range n.Args {
			if isAny(s.Info.TypeOf(arg)) && a.from(s, arg, 0) {
				return edit.Refuse("entries hold values of any type, and %s writes one as text: numbers would look otherwise", a.c.Position(arg.Pos()))
			}
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) && isAny(s.Info.TypeOf(l)) && a.from(s, l, 0) {
				if err := a.put(s, n.Rhs[i]); err != nil {
					return err
				}
			}
		}
	case *ast.CompositeLit:
		return a.literal(s, n)
	}
	return nil
}

// literal looks at what a literal of an entry, or of a part of one, is made with.
func (a *anyUse) literal(s *edit.Spot, lit *ast.CompositeLit) error {
	t := s.Info.TypeOf(lit)
	if t == nil {
		return nil
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if !a.part(t) {
		return nil
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			if v, ok := s.Info.Uses[id].(*types.Var); ok && v.IsField() && isAny(v.Type()) {
				if err := a.put(s, kv.Value); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// part reports whether values of a type are parts of entries.
func (a *anyUse) part(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	if a.held == nil {
		a.held = map[*types.TypeName]bool{}
		a.parts(a.elem, 0)
	}
	return a.held[n.Obj()]
}

func (a *anyUse) parts(t types.Type, depth int) {
	if depth > 12 {
		return
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if a.held[n.Obj()] {
			return
		}
		a.held[n.Obj()] = true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		a.parts(u.Elem(), depth+1)
	case *types.Slice:
		a.parts(u.Elem(), depth+1)
	case *types.Array:
		a.parts(u.Elem(), depth+1)
	case *types.Map:
		a.parts(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			a.parts(u.Field(i).Type(), depth+1)
		}
	}
}

// put refuses to store what JSON cannot write.
func (a *anyUse) put(s *edit.Spot, e ast.Expr) error {
	t := s.Info.TypeOf(e)
	if t == nil || isAny(t) || s.IsNil(e) {
		return nil
	}
	st := a.storing()
	if err := st.storable(types.Default(t), nil); err != nil {
		return edit.Refuse("%s stores a %s in an entry, which JSON does not bring back", a.c.Position(e.Pos()), types.TypeString(t, types.RelativeTo(s.Types)))
	}
	if len(st.hidden) > 0 || len(st.buffer) > 0 {
		return edit.Refuse("%s stores a %s in an entry, which has fields that are not exported", a.c.Position(e.Pos()), types.TypeString(t, types.RelativeTo(s.Types)))
	}
	return nil
}

// from reports whether an expression may be a value of any type out of an entry.
func (a *anyUse) from(s *edit.Spot, e ast.Expr, depth int) bool {
	if depth > 6 {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		v, ok := s.Info.Uses[e.Sel].(*types.Var)
		if !ok || !v.IsField() {
			return false // of another package
		}
		if same(v, a.obj) {
			return true
		}
		t := s.Info.TypeOf(e.X)
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		return a.part(t)
	case *ast.IndexExpr:
		return a.from(s, e.X, depth+1)
	case *ast.StarExpr:
		return a.from(s, e.X, depth+1)
	case *ast.SliceExpr:
		return a.from(s, e.X, depth+1)
	case *ast.TypeAssertExpr:
		return a.from(s, e.X, depth+1)
	case *ast.BasicLit, *ast.CompositeLit, *ast.FuncLit, *ast.BinaryExpr, *ast.UnaryExpr:
		return false
	case *ast.CallExpr:
		return a.fromCall(s, e, depth+1)
	case *ast.Ident:
		v, ok := s.Info.ObjectOf(e).(*types.Var)
		if !ok {
			return false
		}
		return same(v, a.obj) || a.fromVariable(s, v, depth+1)
	}
	return true
}

// fromVariable is from for a variable of a function, by what it is set to.
func (a *anyUse) fromVariable(s *edit.Spot, v *types.Var, depth int) bool {
	if a.seen[v] {
		return false
	}
	a.seen[v] = true
	defer delete(a.seen, v)
	if v.IsField() || v.Parent() == s.Types.Scope() {
		return false
	}
	if a.isParameter(s, v) && a.fromArguments(s, v, depth) {
		return true
	}
	found := false
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && s.Info.ObjectOf(id) == types.Object(v)
	}
	ast.Inspect(s.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if is(l) {
					found = found || a.from(s, n.Rhs[min(i, len(n.Rhs)-1)], depth)
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if s.Info.Defs[id] == types.Object(v) && len(n.Values) > 0 {
					found = found || a.from(s, n.Values[min(i, len(n.Values)-1)], depth)
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil && is(n.Value) || n.Key != nil && is(n.Key) {
				found = found || a.from(s, n.X, depth)
			}
		case *ast.TypeSwitchStmt: // switch x := y.(type)
			if as, ok := n.Assign.(*ast.AssignStmt); ok {
				for _, c := range n.Body.List {
					if s.Info.Implicits[c] == types.Object(v) {
						found = found || a.from(s, as.Rhs[0].(*ast.TypeAssertExpr).X, depth)
					}
				}
			}
		}
		return !found
	})
	return found
}

// fromArguments is from for a parameter, by what callers give for it.
func (a *anyUse) fromArguments(s *edit.Spot, v *types.Var, depth int) bool {
	fd, i := parameter(s, s.Spotted(a.ident(s, v)), v)
	if fd == nil {
		return false // of a function without a name, or its receiver
	}
	fn, ok := s.Info.Defs[fd.Name].(*types.Func)
	if !ok {
		return false
	}
	refs, err := a.references(fn)
	if err != nil {
		return true
	}
	return slices.ContainsFunc(refs, func(r ref) bool {
		return !a.test(r.Spot) && r.call != nil && i < len(r.call.Args) && a.from(r.Spot, r.call.Args[i], depth+1)
	})
}

// ident is where a variable is declared.
func (a *anyUse) ident(s *edit.Spot, v *types.Var) ast.Node {
	var found ast.Node = s.File.Name
	ast.Inspect(s.File, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.Info.Defs[id] == types.Object(v) {
			found = id
		}
		return true
	})
	return found
}

// fromCall is from for what a function returns: of the module, what it returns; of
// another one, what it is given.
func (a *anyUse) fromCall(s *edit.Spot, call *ast.CallExpr, depth int) bool {
	if s.Info.Types[call.Fun].IsType() {
		return len(call.Args) == 1 && a.from(s, call.Args[0], depth)
	}
	fn := s.Callee(call)
	if fn == nil {
		return false // builtin, or a value
	}
	at, fd := a.body(fn)
	if fd == nil || fd.Body == nil {
		return false
	}
	if a.seen[fn] {
		return false
	}
	a.seen[fn] = true
	defer delete(a.seen, fn)
	found := false
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			found = found || slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return carriesAny(at.Info.TypeOf(e), 0) && a.from(at, e, depth+1) })
		}
		_, isFunc := n.(*ast.FuncLit)
		return !isFunc && !found
	})
	return found
}

// carriesAny reports whether a value of a type may hold one of any type, other than
// behind the name of another type.
func carriesAny(t types.Type, depth int) bool {
	if t == nil || depth > 4 {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Slice:
		return carriesAny(u.Elem(), depth+1)
	case *types.Map:
		return carriesAny(u.Elem(), depth+1)
	case *types.Pointer:
		return carriesAny(u.Elem(), depth+1)
	}
	return isAny(t)
}

func isAny(t types.Type) bool {
	if t == nil {
		return false
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// asJSON reports whether a type is one that JSON brings values of any type back as.
func asJSON(t types.Type) bool {
	if t == nil || isAny(t) {
		return true
	}
	switch types.TypeString(t, nil) {
	case "string", "float64", "bool", "map[string]any", "[]any", "map[string]interface{}", "[]interface{}":
		return true
	}
	return false
}

// switched is what a type switch looks at.
func switched(n *ast.TypeSwitchStmt) ast.Expr {
	var x ast.Expr
	switch a := n.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X
	case *ast.AssignStmt:
		x = a.Rhs[0]
	}
	if t, ok := x.(*ast.TypeAssertExpr); ok {
		return t.X
	}
	return nil
}

// allAsJSON reports whether a type switch has, for each type that it knows, the one
// that JSON brings back for it.
func allAsJSON(s *edit.Spot, n *ast.TypeSwitchStmt) bool {
	var have, want []string
	for _, c := range n.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			t := s.Info.TypeOf(e)
			if t == nil || s.IsNil(e) {
				continue
			}
			if asJSON(t) {
				have = append(have, kindInJSON(t))
			}
			want = append(want, kindInJSON(t))
		}
	}
	return !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) })
}

// kindInJSON is what a type is in JSON.
func kindInJSON(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "number"
		case u.Info()&types.IsString != 0:
			return "string"
		}
		return u.Name()
	case *types.Slice, *types.Array:
		return "array"
	case *types.Map, *types.Struct, *types.Pointer:
		return "object"
	}
	return types.TypeString(t, nil)
}
