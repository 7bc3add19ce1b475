package idempotency

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// key is the argument that the tool gets.
var key = toolsyntax.Argument{
	Name:  "idempotency_key",
	Field: "IdempotencyKey",
	About: "a random value for each intended effect: send the same one when you repeat the call",
}

// rewrite gives the tool an optional argument idempotency_key and wraps its
// handler where it becomes a value, so that calls with one key share one result.
// Calls without a key run as before: no caller has to change. The wrapper keeps
// the key from the handler.
//
//	mcp.AddTool(s, &mcp.Tool{Name: "create"}, create)
//	                                          ^^^^^^ handles.Idempotent("create", create)
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	tools, err := toolsOf(c, f)
	if err != nil {
		return nil, err
	}
	fix := &edit.Fix{Message: "takes an optional " + key.Name + " and returns the first result to a repetition"}
	var places []*place
	for _, t := range tools {
		p, err := placeOf(c, t)
		if err != nil {
			return nil, err
		}
		places = append(places, p)
	}
	done := map[ast.Expr]bool{}
	for _, p := range places {
		if err := repeatable(c, p, places, done, fix); err != nil {
			return nil, err
		}
	}
	return fix, c.Start(fix)
}

// place is where a tool is described, and where its handler is a value.
type place struct {
	tool  string
	def   *toolsyntax.Definition
	value *value
	*wrapper
}

func placeOf(c *rule.Context, t *writes.Tool) (p *place, err error) {
	p = &place{tool: t.Name}
	if p.def, err = toolsyntax.Of(c, t); err != nil {
		return nil, err
	}
	if p.value, err = valueOf(c, t, p.def); err != nil {
		return nil, err
	}
	p.wrapper, err = wrapperFor(c, p.value)
	return p, err
}

// toolsOf is the tool of a finding, at each place where it is registered.
func toolsOf(c *rule.Context, f rule.Finding) (out []*writes.Tool, err error) {
	name, ok := strings.CutPrefix(f.Object, "tool ")
	if !ok || len(f.Tools) != 1 {
		return nil, edit.Refuse("the name of the tool is made at run time")
	}
	at := map[rule.Pos]bool{}
	for _, p := range f.Related {
		if strings.HasPrefix(p.What, "registers tool ") {
			at[p.Pos] = true
		}
	}
	for _, t := range writes.Tools(c.View) {
		if t.Name == name && at[t.Registered()] && t.Judge().Effect != nil && site(t, t.Judge().Effect) == f.Site {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return nil, edit.Refuse("the tool's handler is not known")
	}
	return out, nil
}

// repeatable adds the argument to the description of a tool, or to what its handler
// takes, and wraps the handler. What is done already is not done again.
func repeatable(c *rule.Context, p *place, all []*place, done map[ast.Expr]bool, fix *edit.Fix) (err error) {
	v := p.value
	if in := p.arguments(); in != nil && p.def.Schema() == nil {
		err = takes(c, p, all, in, fix)
	} else if !done[p.def.Expr()] {
		err = p.def.AddString(c, key, fix)
	}
	if err != nil || done[v.expr] {
		return err
	}
	done[p.def.Expr()], done[v.expr] = true, true
	q, imp, err := v.NeedsHandles(p.name)
	if err != nil {
		return err
	}
	fix.Edits = append(fix.Edits, edit.Insert(v.expr.Pos(), q+p.name+"("+strconv.Quote(p.tool)+", "), edit.Insert(v.expr.End(), ")"))
	if imp != nil {
		fix.Add(*imp)
	}
	return nil
}

// takes adds the argument to the struct that the handler takes. A handler that is a
// value elsewhere serves other tools, which would take it as well.
func takes(c *rule.Context, p *place, all []*place, in types.Type, fix *edit.Fix) error {
	f := &follow{Context: c, in: in, here: func(e ast.Expr) bool {
		return slices.ContainsFunc(all, func(o *place) bool { return o.value.expr.Pos() <= e.Pos() && e.End() <= o.value.expr.End() })
	}}
	h, err := f.handler(p.value.Spot, p.value.expr, 0)
	if err != nil {
		return err
	}
	return h.Take(c, p.tool, key, func(ast.Node) bool { return false }, fix)
}

// follow follows a value to the handler that it is.
type follow struct {
	*rule.Context
	in   types.Type                // of the handler's arguments
	here func(value ast.Expr) bool // it is a value of this tool
}

// handler is the function that a value is: one that is named, a variable that is
// set once, or what another function returns, if it is called for this tool alone.
func (f *follow) handler(s *edit.Spot, e ast.Expr, depth int) (*toolsyntax.Handler, error) {
	unknown := edit.Refuse("where the handler at %s takes its arguments is not known", f.Position(e.Pos()))
	if depth > 4 {
		return nil, unknown
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return f.taking(s.Info, x)
	case *ast.Ident, *ast.SelectorExpr:
		id, ok := x.(*ast.Ident)
		if !ok {
			id = x.(*ast.SelectorExpr).Sel
		}
		if err := f.alone(s.Info.Uses[id], e); err != nil {
			return nil, err
		}
		if fn, ok := s.Info.Uses[id].(*types.Func); ok {
			at, err := f.Place(fn.Origin().Pos())
			if err != nil {
				return nil, err
			}
			if fd, ok := edit.Find[*ast.FuncDecl](at); ok {
				return f.taking(at.Info, fd)
			}
			return nil, unknown
		}
		if at, def := toolsyntax.Set(f.Context, s, id); def != nil {
			return f.handler(at, def, depth+1)
		}
	case *ast.CallExpr:
		return f.made(s, x, depth)
	}
	return nil, unknown
}

// made follows a call that returns a handler: an adapter of the program's own, or
// one that stores, has it inside; any other function must make it for this tool
// alone.
func (f *follow) made(s *edit.Spot, call *ast.CallExpr, depth int) (*toolsyntax.Handler, error) {
	fn := s.Callee(call)
	for _, a := range call.Args {
		if t := s.Info.TypeOf(a); t != nil && edit.HandlerOf(t) == edit.Typed && types.Identical(t.Underlying().(*types.Signature).Params().At(2).Type(), f.in) {
			return f.handler(s, a, depth+1)
		}
	}
	at, ret := toolsyntax.Returned(f.Context, s, call)
	if fn == nil || ret == nil {
		return nil, edit.Refuse("where the handler at %s takes its arguments is not known", f.Position(call.Pos()))
	}
	uses, err := f.Mentions(f.Packages, func(o types.Object) bool { return o == types.Object(fn.Origin()) || o == types.Object(fn) })
	if err != nil {
		return nil, err
	}
	if len(uses) != 1 {
		return nil, edit.Refuse("the function that makes the handler, at %s, makes several", f.Position(ret.Pos()))
	}
	return f.handler(at, ret, depth+1)
}

// alone refuses a function or a variable that is a value elsewhere.
func (f *follow) alone(obj types.Object, e ast.Expr) error {
	if fn, ok := obj.(*types.Func); ok {
		obj = fn.Origin()
	}
	uses, err := f.Mentions(f.Packages, func(o types.Object) bool {
		if fn, ok := o.(*types.Func); ok {
			o = fn.Origin()
		}
		return o == obj
	})
	if err != nil {
		return err
	}
	for _, u := range uses {
		called, isCall := u.Nodes[1].(*ast.CallExpr)
		if isCall && called.Fun == u.Expr || u.Expr.Pos() == e.Pos() || f.here(u.Expr) {
			continue
		}
		if a, ok := u.Nodes[1].(*ast.AssignStmt); ok && slices.Contains(a.Lhs, u.Expr) {
			continue
		}
		return edit.Refuse("the handler is used at %s as well, and all that it serves would take the argument", f.Position(u.Expr.Pos()))
	}
	return nil
}

// taking is the handler that a function is, if it takes its arguments as a type.
func (f *follow) taking(info *types.Info, node ast.Node) (*toolsyntax.Handler, error) {
	h, err := toolsyntax.FunctionAt(f.Context, info, node)
	if err != nil {
		return nil, err
	}
	if h.Shape != edit.Typed || !types.Identical(h.Sig.Params().At(2).Type(), f.in) {
		return nil, edit.Refuse("the function at %s has arguments of another type than the handler that is made of it", f.Position(node.Pos()))
	}
	return h, nil
}
