package idempotency

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// value is where the handler of a tool becomes a value.
type value struct {
	*edit.Spot
	expr ast.Expr
}

// valueOf finds the handler of a tool as a value: beside the tool's description, or
// else the first function on the way to the effect that looks like a handler and
// serves no other tool. So it looks behind wrappers that all tools share.
func valueOf(c *rule.Context, t *writes.Tool, def *toolsyntax.Definition) (*value, error) {
	b := &beside{c: c}
	b.look(def.Spot, def.Expr(), 0)
	effect := t.Judge().Effect
	if effect == nil {
		return nil, edit.Refuse("the tool's handler is not known")
	}
	b.found = slices.DeleteFunc(b.found, func(v *value) bool { return !leads(c, v, effect.Steps()) })
	if len(b.found) > 1 {
		b.found = slices.DeleteFunc(b.found, func(v *value) bool { _, err := wrapperFor(c, v); return err != nil })
	}
	if len(b.found) == 1 {
		return inside(c, b.found[0]), nil
	}
	return onTheWay(c, t, effect.Steps())
}

// leads reports whether a value may be what leads to the effect: a function on the
// way, or one that makes it. A value that names no function may be.
func leads(c *rule.Context, v *value, steps []link.Step) bool {
	named, found := false, false
	on := func(from, to token.Pos) bool {
		return slices.ContainsFunc(steps, func(s link.Step) bool {
			at, err := c.At(s.Fn.Pos)
			return err == nil && from <= at.Pos && at.Pos < to
		})
	}
	ast.Inspect(v.expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			named, found = true, found || on(n.Pos(), n.End())
			return false
		case *ast.Ident:
			fn, ok := v.Info.Uses[n].(*types.Func)
			if !ok {
				break
			}
			if at, err := c.Place(fn.Origin().Pos()); err == nil {
				if fd, ok := edit.Find[*ast.FuncDecl](at); ok {
					named, found = true, found || on(fd.Pos(), fd.End())
				}
			}
		}
		return true
	})
	return found || !named
}

// beside looks for handlers beside the description of a tool.
type beside struct {
	c     *rule.Context
	found []*value
}

// look goes outward from an expression that holds the description until it finds
// something beside it that a wrapper takes: in a literal of the two, among the
// arguments of a call, or of the results of a function.
func (b *beside) look(s *edit.Spot, e ast.Expr, depth int) {
	if depth > 4 {
		return
	}
	path := s.Spotted(e)
	for i := 1; i < len(path); i++ {
		in := path[i-1]
		switch p := path[i].(type) {
		case *ast.ParenExpr, *ast.UnaryExpr, *ast.KeyValueExpr:
		case *ast.CompositeLit:
			if b.among(s, p.Elts, in) {
				return
			}
		case *ast.CallExpr:
			b.among(s, p.Args, in)
			return
		case *ast.ReturnStmt:
			if !b.among(s, p.Results, in) {
				b.callers(s, path[i:], slices.Index(p.Results, in.(ast.Expr)), depth)
			}
			return
		case *ast.AssignStmt:
			if j := slices.Index(p.Rhs, in.(ast.Expr)); j >= 0 && len(p.Lhs) == len(p.Rhs) {
				if id, ok := p.Lhs[j].(*ast.Ident); ok {
					b.variable(s, id, depth)
				}
			}
			return
		case *ast.ValueSpec:
			if j := slices.Index(p.Values, in.(ast.Expr)); j >= 0 && len(p.Names) == len(p.Values) {
				b.variable(s, p.Names[j], depth)
			}
			return
		default:
			return
		}
	}
}

// among takes the handlers among expressions, and reports whether there are any.
func (b *beside) among(s *edit.Spot, list []ast.Expr, but ast.Node) bool {
	n := len(b.found)
	for _, e := range list {
		if ast.Node(e) == but {
			continue
		}
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if t := s.Info.TypeOf(e); t == nil || edit.HandlerOf(t) == edit.NoHandler || s.IsNil(e) {
			continue
		}
		if at, err := b.c.Place(e.Pos()); err == nil {
			b.found = append(b.found, &value{Spot: at, expr: e})
		}
	}
	return len(b.found) > n
}

// variable looks beside the uses of a variable that holds the description.
func (b *beside) variable(s *edit.Spot, id *ast.Ident, depth int) {
	v, ok := s.Info.ObjectOf(id).(*types.Var)
	if !ok {
		return
	}
	uses, err := b.c.Mentions(b.c.Packages, func(o types.Object) bool { return o == types.Object(v) })
	if err != nil {
		return
	}
	for _, u := range uses {
		if len(u.Nodes) > 1 {
			if sel, ok := u.Nodes[1].(*ast.SelectorExpr); ok && sel.X == u.Expr {
				continue // a field of it is set or read
			}
		}
		b.look(u.Spot, u.Expr, depth+1)
	}
}

// callers looks beside the calls of a function that returns the description.
func (b *beside) callers(s *edit.Spot, path []ast.Node, result, depth int) {
	if result != 0 {
		return
	}
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return
		case *ast.FuncDecl:
			fn, ok := s.Info.Defs[n.Name].(*types.Func)
			if !ok {
				return
			}
			uses, err := b.c.Mentions(b.c.Packages, func(o types.Object) bool { return o == types.Object(fn) })
			if err != nil {
				return
			}
			for _, u := range uses {
				if call, ok := u.Nodes[1].(*ast.CallExpr); ok && call.Fun == u.Expr {
					b.look(u.Spot, call, depth+1)
				}
			}
			return
		}
	}
}

// inside goes into the adapters of the program's own around a handler, such as one
// that asks who calls: these are to run for a repetition as well. What is recorded
// as the first result must be stored before.
func inside(c *rule.Context, v *value) *value {
	for {
		call, ok := ast.Unparen(v.expr).(*ast.CallExpr)
		if !ok {
			return v
		}
		fn := v.Callee(call)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() == c.Handles {
			return v
		}
		b := &beside{c: c}
		b.among(v.Spot, call.Args, nil)
		if len(b.found) != 1 || !types.Identical(v.Info.TypeOf(b.found[0].expr).Underlying(), v.Info.TypeOf(call).Underlying()) {
			return v
		}
		v = b.found[0]
	}
}

// onTheWay finds the handler among the functions that lead to the effect.
func onTheWay(c *rule.Context, t *writes.Tool, steps []link.Step) (*value, error) {
	others := map[rule.Pos]bool{}
	for _, o := range writes.Tools(c.View) {
		if o.Name == t.Name && (o.Registered() == t.Registered() || o.Def.Pos == t.Def.Pos) {
			continue
		}
		others[o.Root.Fn.Pos] = true
		for _, e := range o.Effects {
			for _, step := range e.Steps() {
				others[step.Fn.Pos] = true
			}
		}
	}
	for _, step := range steps {
		if others[step.Fn.Pos] || !step.Fn.Main() || step.Fn.Pkg.Handles {
			continue
		}
		s, err := c.At(step.Fn.Pos)
		if err != nil {
			continue
		}
		v, err := declared(c, s)
		if v != nil || err != nil {
			return v, err
		}
	}
	return nil, edit.Refuse("no function on the way to the effect looks like a handler that is the tool's alone")
}

// declared is the handler that is declared at a place, nil if there is none.
func declared(c *rule.Context, s *edit.Spot) (*value, error) {
	for _, n := range s.Path {
		switch n := n.(type) {
		case *ast.FuncLit:
			if edit.HandlerOf(s.Info.TypeOf(n)) == edit.NoHandler {
				return nil, nil
			}
			return &value{s, s.Stored(n)}, nil
		case *ast.FuncDecl:
			fn, ok := s.Info.Defs[n.Name].(*types.Func)
			if !ok || edit.HandlerOf(fn.Signature()) == edit.NoHandler {
				return nil, nil
			}
			at, e := c.OnlyValue(fn)
			if e == nil {
				return nil, edit.Refuse("the tool's handler is used at several places")
			}
			return &value{at, at.Stored(e)}, nil
		}
	}
	return nil, nil
}

// wrapper is a function of the scaffolded package that makes a handler repeatable.
type wrapper struct {
	name string
	sig  *types.Signature // of the handler
}

// arguments is the type of the handler's arguments, nil if it reads them from the
// request.
func (w *wrapper) arguments() types.Type {
	if edit.HandlerOf(w.sig) == edit.Typed {
		return w.sig.Params().At(2).Type()
	}
	return nil
}

// wrapperFor finds the wrapper that takes a handler. What it returns must fit where
// the handler stands.
func wrapperFor(c *rule.Context, v *value) (*wrapper, error) {
	sig := v.Info.TypeOf(v.expr).Underlying().(*types.Signature)
	names := []string{"IdempotentHandler", "IdempotentRequest"} // by the request: a value, a pointer
	if edit.HandlerOf(sig) == edit.Typed {
		names = []string{"Idempotent"}
	} else if _, ptr := sig.Params().At(1).Type().(*types.Pointer); ptr {
		names = names[1:]
	} else {
		names = names[:1]
	}
	w := &wrapper{name: names[0], sig: sig}
	if _, _, err := v.NeedsHandles(w.name); err != nil {
		return nil, err
	}
	fn := c.HandlesFunc(w.name)
	if fn == nil {
		return w, nil // whether it fits is seen when it is compiled
	}
	takes, gives := instance(fn, sig)
	if takes == nil || !types.AssignableTo(v.Info.TypeOf(v.expr), takes) {
		return nil, edit.Refuse("the handler at %s is none of the SDK that the package for handles has a wrapper for", c.Position(v.expr.Pos()))
	}
	if !fitsIn(v, gives) {
		return nil, edit.Refuse("the handler at %s has a type of its own there, which no wrapper has", c.Position(v.expr.Pos()))
	}
	return w, nil
}

// instance is the type that a wrapper takes and the one that it returns, for a
// handler.
func instance(fn *types.Func, handler *types.Signature) (takes, gives types.Type) {
	sig := fn.Signature()
	if sig.TypeParams().Len() == 2 && handler.Params().Len() == 3 {
		t, err := types.Instantiate(nil, sig, []types.Type{handler.Params().At(2).Type(), handler.Results().At(1).Type()}, true)
		if err != nil {
			return nil, nil
		}
		sig = t.(*types.Signature)
	}
	if sig.TypeParams().Len() > 0 || sig.Params().Len() != 2 || sig.Results().Len() != 1 {
		return nil, nil
	}
	return sig.Params().At(1).Type(), sig.Results().At(0).Type()
}

// fitsIn reports whether a value of a type may stand where another one does.
func fitsIn(v *value, t types.Type) bool {
	path := v.Spotted(v.expr)
	if len(path) < 2 {
		return false
	}
	var want types.Type
	switch p := path[1].(type) {
	case *ast.CallExpr:
		i := slices.Index(p.Args, v.expr)
		sig, ok := v.Info.TypeOf(p.Fun).Underlying().(*types.Signature)
		if i < 0 {
			return false
		}
		if !ok { // a conversion
			want = v.Info.TypeOf(p.Fun)
			return want != nil && types.ConvertibleTo(t, want)
		}
		want = param(sig, i)
	case *ast.KeyValueExpr:
		lit, _ := path[2].(*ast.CompositeLit)
		if lit != nil {
			want = fieldType(v.Info, lit, p.Key)
		}
	case *ast.CompositeLit:
		i := slices.Index(p.Elts, v.expr)
		switch u := v.Info.TypeOf(p).Underlying().(type) {
		case *types.Struct:
			if i >= 0 && i < u.NumFields() {
				want = u.Field(i).Type()
			}
		case *types.Slice:
			want = u.Elem()
		case *types.Array:
			want = u.Elem()
		}
	case *ast.ReturnStmt:
		want = result(v.Info, path[1:], slices.Index(p.Results, v.expr))
	case *ast.AssignStmt:
		i := slices.Index(p.Rhs, v.expr)
		if i < 0 || len(p.Lhs) != len(p.Rhs) {
			return false
		}
		if id, ok := p.Lhs[i].(*ast.Ident); ok && p.Tok == token.DEFINE && v.Info.Defs[id] != nil {
			return usesFit(v, v.Info.Defs[id], t)
		}
		want = v.Info.TypeOf(p.Lhs[i])
	case *ast.ValueSpec:
		i := slices.Index(p.Values, v.expr)
		if i < 0 || len(p.Names) != len(p.Values) {
			return false
		}
		if p.Type == nil {
			return usesFit(v, v.Info.Defs[p.Names[i]], t)
		}
		want = v.Info.TypeOf(p.Type)
	}
	return want != nil && types.AssignableTo(t, want)
}

// param is the type of a parameter, where the types of a generic function are known.
func param(sig *types.Signature, i int) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		return sig.Params().At(n - 1).Type().(*types.Slice).Elem()
	}
	if i < n {
		return sig.Params().At(i).Type()
	}
	return nil
}

func fieldType(info *types.Info, lit *ast.CompositeLit, name ast.Expr) types.Type {
	switch u := info.TypeOf(lit).Underlying().(type) {
	case *types.Struct:
		if id, ok := name.(*ast.Ident); ok {
			if f, ok := info.Uses[id].(*types.Var); ok {
				return f.Type()
			}
		}
	case *types.Map:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	}
	return nil
}

func result(info *types.Info, path []ast.Node, i int) types.Type {
	if i < 0 {
		return nil
	}
	for _, n := range path {
		var t types.Type
		switch n := n.(type) {
		case *ast.FuncLit:
			t = info.TypeOf(n)
		case *ast.FuncDecl:
			if obj := info.Defs[n.Name]; obj != nil {
				t = obj.Type()
			}
		default:
			continue
		}
		if sig, ok := t.(*types.Signature); ok && i < sig.Results().Len() {
			return sig.Results().At(i).Type()
		}
		return nil
	}
	return nil
}

// usesFit reports whether a variable may have another type of handler everywhere.
func usesFit(v *value, obj types.Object, t types.Type) bool {
	ok := true
	for id, o := range v.Info.Uses {
		if o != obj || !ok {
			continue
		}
		s, err := v.Prog.Place(id.Pos())
		if err != nil {
			return false
		}
		path := s.Spotted(id)
		if call, isCall := path[1].(*ast.CallExpr); isCall && call.Fun == ast.Expr(id) {
			continue
		}
		ok = fitsIn(&value{s, id}, t)
	}
	return ok
}
