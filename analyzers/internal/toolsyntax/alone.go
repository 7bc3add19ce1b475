package toolsyntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// alone reports whether a struct is the arguments of the handler, and of others that
// take the same new argument, and nothing else: one field more changes nothing for
// anybody else. Elsewhere it may be handed from function to function as it is, made
// by literals with the names of its fields, and its fields may be read. It may not
// be a part of another type, compared, converted, or become a value of an interface,
// as when it is written as JSON.
func (h *Handler) alone(c *rule.Context, named *types.Named, takes func(ast.Node) bool) bool {
	u := &usage{named: named, takes: func(n ast.Node) bool { return n == h.Node || takes(n) }, handlers: map[*ast.FuncType]ast.Node{}, values: functionValues(c)}
	for _, x := range typedHandlers(c) {
		if is(x.in, named) {
			u.handlers[x.typ] = x.node
		}
	}
	sees := func(pkg *edit.Package) bool { return edit.Reaches(pkg.Types, named.Obj().Pkg()) }
	for _, pkg := range c.Packages {
		if sees(pkg) && !u.only(pkg, false) {
			return false
		}
	}
	for _, pkg := range c.All()[len(c.Packages):] {
		if !u.only(pkg, true) {
			return false
		}
	}
	return true
}

// usage looks at how a type is used.
type usage struct {
	named    *types.Named
	takes    func(handler ast.Node) bool
	handlers map[*ast.FuncType]ast.Node // with arguments of the type
	values   map[types.Object]bool      // functions that are used otherwise than in a call
}

// typed is a handler whose arguments are a parameter.
type typed struct {
	typ  *ast.FuncType
	node ast.Node
	in   types.Type
}

// typedHandlers lists them.
func typedHandlers(c *rule.Context) []typed {
	return edit.Once(c.Program, "toolsyntax.typed", func() (out []typed) {
		for _, pkg := range c.Packages {
			for _, f := range pkg.Files {
				ast.Inspect(f, func(n ast.Node) bool {
					var ft *ast.FuncType
					var t types.Type
					switch n := n.(type) {
					case *ast.FuncDecl:
						if obj := pkg.Info.Defs[n.Name]; obj != nil {
							ft, t = n.Type, obj.Type()
						}
					case *ast.FuncLit:
						ft, t = n.Type, pkg.Info.TypeOf(n)
					}
					if t != nil && edit.HandlerOf(t) == edit.Typed {
						out = append(out, typed{ft, n, t.Underlying().(*types.Signature).Params().At(2).Type()})
					}
					return true
				})
			}
		}
		return out
	})
}

// is reports whether a type is a named one or points to it. The tests of a package
// have types of their own.
func is(t types.Type, named *types.Named) bool {
	if t == nil {
		return false
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pos() == named.Obj().Pos()
}

// only looks at one package. In tests only what would not compile counts.
func (u *usage) only(pkg *edit.Package, test bool) bool {
	ok := true
	for _, f := range pkg.Files {
		edit.Parents(f, func(n ast.Node, up []ast.Node) {
			e, isExpr := n.(ast.Expr)
			if !ok || !isExpr {
				return
			}
			if lit, isLit := e.(*ast.CompositeLit); isLit && is(pkg.Info.TypeOf(lit), u.named) && !keyed(lit) {
				ok = false
				return
			}
			if test {
				if call, isCall := e.(*ast.CallExpr); isCall && converts(pkg, call) && (is(pkg.Info.TypeOf(call), u.named) || is(pkg.Info.TypeOf(call.Args[0]), u.named)) {
					ok = false
				}
				return
			}
			if id, isIdent := e.(*ast.Ident); isIdent && pkg.Info.Uses[id] == types.Object(u.named.Obj()) {
				ok = u.mention(pkg, id, up)
				return
			}
			if tv, known := pkg.Info.Types[e]; known && tv.IsValue() && is(tv.Type, u.named) {
				ok = u.value(pkg, e, up)
			}
		})
	}
	return ok
}

func keyed(lit *ast.CompositeLit) bool {
	if len(lit.Elts) == 0 {
		return true
	}
	_, ok := lit.Elts[0].(*ast.KeyValueExpr)
	return ok
}

func converts(pkg *edit.Package, call *ast.CallExpr) bool {
	return len(call.Args) == 1 && pkg.Info.Types[call.Fun].IsType()
}

// mention reports whether the name of the type may stand where it stands: as the
// type of parameters, results, receivers, variables and literals, and of handlers.
func (u *usage) mention(pkg *edit.Package, id *ast.Ident, up []ast.Node) bool {
	var n ast.Expr = id
	for i := len(up) - 1; i >= 0; i-- {
		switch p := up[i].(type) {
		case *ast.SelectorExpr:
			n = p
		case *ast.ParenExpr:
			n = p
		case *ast.StarExpr:
			n = p
		case *ast.CompositeLit:
			return p.Type == n
		case *ast.ValueSpec:
			return true
		case *ast.IndexExpr, *ast.IndexListExpr:
			return p != n && u.instance(pkg, p.(ast.Expr))
		case *ast.Field:
			return i > 2 && u.parameter(pkg, p, up[:i])
		default:
			return false
		}
	}
	return false
}

// parameter reports whether a field stands in the head of a function that is only
// called: what else becomes of a function, as by an adapter that decodes arguments,
// is not known. A handler may have it as the arguments that take the new one.
func (u *usage) parameter(pkg *edit.Package, f *ast.Field, up []ast.Node) bool {
	list, owner := up[len(up)-1], up[len(up)-2]
	ft, ok := owner.(*ast.FuncType)
	if !ok {
		_, ok := owner.(*ast.FuncDecl) // the receiver of a method
		return ok
	}
	if node := u.handlers[ft]; node != nil {
		return u.takes(node) && FieldOf(ft.Params, 2) == f
	}
	if list != ast.Node(ft.Params) && list != ast.Node(ft.Results) {
		return false
	}
	switch fn := up[len(up)-3].(type) {
	case *ast.FuncDecl:
		return !u.values[pkg.Info.Defs[fn.Name]]
	case *ast.FuncLit:
		call, ok := up[len(up)-4].(*ast.CallExpr)
		return ok && call.Fun == ast.Expr(fn)
	}
	return true // a type of functions
}

// functionValues are the functions of the module that are used otherwise than in a
// call.
func functionValues(c *rule.Context) map[types.Object]bool {
	return edit.Once(c.Program, "toolsyntax.values", func() map[types.Object]bool { return valuesIn(c.Packages) })
}

func valuesIn(pkgs []*edit.Package) map[types.Object]bool {
	out := map[types.Object]bool{}
	for _, pkg := range pkgs {
		for _, f := range pkg.Files {
			called := map[*ast.Ident]bool{}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if id := nameOf(n.Fun); id != nil {
						called[id] = true
					}
				case *ast.Ident:
					if fn, ok := pkg.Info.Uses[n].(*types.Func); ok && !called[n] {
						out[fn.Origin()] = true
					}
				}
				return true
			})
		}
	}
	return out
}

// nameOf is the identifier that a function is called by, nil if there is none.
func nameOf(fun ast.Expr) *ast.Ident {
	switch e := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return nameOf(e.X)
	case *ast.IndexListExpr:
		return nameOf(e.X)
	}
	return nil
}

// instance reports whether the type is one of the type arguments of a handler, as
// its arguments, or of a function that takes one.
func (u *usage) instance(pkg *edit.Package, e ast.Expr) bool {
	takes := func(t types.Type) bool {
		if edit.HandlerOf(t) != edit.Typed {
			return false
		}
		sig := t.Underlying().(*types.Signature)
		return is(sig.Params().At(2).Type(), u.named) && !is(sig.Results().At(1).Type(), u.named)
	}
	t := pkg.Info.TypeOf(e)
	if t == nil {
		return false
	}
	if takes(t) {
		return true
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	for i := range sig.Params().Len() {
		if takes(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// value reports whether a value of the type stays one where it stands.
func (u *usage) value(pkg *edit.Package, e ast.Expr, up []ast.Node) bool {
	same := func(t types.Type) bool { return is(t, u.named) }
	switch p := up[len(up)-1].(type) {
	case *ast.SelectorExpr, *ast.ParenExpr, *ast.StarExpr, *ast.ExprStmt, *ast.Field:
		return true
	case *ast.UnaryExpr:
		return p.Op == token.AND
	case *ast.AssignStmt:
		i := slices.Index(p.Rhs, e)
		return i < 0 || len(p.Lhs) == len(p.Rhs) && same(pkg.Info.TypeOf(p.Lhs[i]))
	case *ast.ValueSpec:
		i := slices.Index(p.Values, e)
		return i < 0 || i < len(p.Names) && pkg.Info.Defs[p.Names[i]] != nil && same(pkg.Info.Defs[p.Names[i]].Type())
	case *ast.ReturnStmt:
		sig := around(pkg, up)
		i := slices.Index(p.Results, e)
		return sig != nil && i >= 0 && i < sig.Results().Len() && same(sig.Results().At(i).Type())
	case *ast.CallExpr:
		i := slices.Index(p.Args, e)
		if i < 0 {
			return false
		}
		sig, ok := types.Unalias(pkg.Info.TypeOf(p.Fun)).Underlying().(*types.Signature)
		if fn := (&edit.Spot{Package: pkg}).Callee(p); fn != nil {
			sig, ok = fn.Origin().Signature(), true // what a generic one does is not known
		}
		return ok && i < sig.Params().Len() && same(sig.Params().At(i).Type())
	}
	return false
}

// around is the type of the innermost function around a place.
func around(pkg *edit.Package, up []ast.Node) *types.Signature {
	for _, n := range slices.Backward(up) {
		switch n := n.(type) {
		case *ast.FuncLit:
			sig, _ := pkg.Info.TypeOf(n).(*types.Signature)
			return sig
		case *ast.FuncDecl:
			if fn, ok := pkg.Info.Defs[n.Name].(*types.Func); ok {
				return fn.Signature()
			}
		}
	}
	return nil
}
