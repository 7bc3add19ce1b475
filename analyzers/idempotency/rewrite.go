package idempotency

import (
	"go/ast"
	"go/types"
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
	done := map[ast.Expr]bool{}
	for _, t := range tools {
		if err := repeatable(c, t, done, fix); err != nil {
			return nil, err
		}
	}
	return fix, c.Start(fix)
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
func repeatable(c *rule.Context, t *writes.Tool, done map[ast.Expr]bool, fix *edit.Fix) error {
	def, err := toolsyntax.Of(c, t)
	if err != nil {
		return err
	}
	v, err := valueOf(c, t, def)
	if err != nil {
		return err
	}
	w, err := wrapperFor(c, v)
	if err != nil {
		return err
	}
	if in := w.arguments(); in != nil && def.Schema() == nil {
		err = takes(c, v, in, t.Name, fix)
	} else if !done[def.Expr()] {
		err = def.AddString(c, key, fix)
	}
	if err != nil || done[v.expr] {
		return err
	}
	done[def.Expr()], done[v.expr] = true, true
	q, imp, err := v.NeedsHandles(w.name)
	if err != nil {
		return err
	}
	fix.Edits = append(fix.Edits, edit.Insert(v.expr.Pos(), q+w.name+"("+strconv.Quote(t.Name)+", "), edit.Insert(v.expr.End(), ")"))
	if imp != nil {
		fix.Add(*imp)
	}
	return nil
}

// takes adds the argument to the struct that the handler takes.
func takes(c *rule.Context, v *value, in types.Type, tool string, fix *edit.Fix) error {
	h, err := handlerOf(c, v.Spot, v.expr, in, 0)
	if err != nil {
		return err
	}
	return h.Take(c, tool, key, func(ast.Node) bool { return false }, fix)
}

// handlerOf follows a value to the function that it is: a function that is named, a
// variable that is set once, or what another function returns, if it is called for
// this tool alone.
func handlerOf(c *rule.Context, s *edit.Spot, e ast.Expr, in types.Type, depth int) (*toolsyntax.Handler, error) {
	unknown := edit.Refuse("where the handler at %s takes its arguments is not known", c.Position(e.Pos()))
	if depth > 4 {
		return nil, unknown
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return taking(c, s.Info, x, in)
	case *ast.Ident, *ast.SelectorExpr:
		id, ok := x.(*ast.Ident)
		if !ok {
			id = x.(*ast.SelectorExpr).Sel
		}
		if fn, ok := s.Info.Uses[id].(*types.Func); ok {
			at, err := c.Place(fn.Origin().Pos())
			if err != nil {
				return nil, err
			}
			if fd, ok := edit.Find[*ast.FuncDecl](at); ok {
				return taking(c, at.Info, fd, in)
			}
			return nil, unknown
		}
		if at, def := toolsyntax.Set(c, s, id); def != nil {
			return handlerOf(c, at, def, in, depth+1)
		}
	case *ast.CallExpr:
		fn := s.Callee(x)
		if fn == nil {
			return nil, unknown
		}
		// An adapter of the program's own, or one that stores: create is inside of it.
		var inner ast.Expr
		for _, a := range x.Args {
			if t := s.Info.TypeOf(a); t != nil && edit.HandlerOf(t) == edit.Typed && types.Identical(t.Underlying().(*types.Signature).Params().At(2).Type(), in) {
				inner = a
			}
		}
		if inner != nil {
			return handlerOf(c, s, inner, in, depth+1)
		}
		at, ret := toolsyntax.Returned(c, s, x)
		if ret == nil {
			return nil, unknown
		}
		uses, err := c.Mentions(c.Packages, func(o types.Object) bool { return o == types.Object(fn) })
		if err != nil {
			return nil, err
		}
		if len(uses) != 1 {
			return nil, edit.Refuse("the function that makes the handler, at %s, makes several", c.Position(ret.Pos()))
		}
		return handlerOf(c, at, ret, in, depth+1)
	}
	return nil, unknown
}

// taking is the handler that a function is, if it takes its arguments as a type.
func taking(c *rule.Context, info *types.Info, node ast.Node, in types.Type) (*toolsyntax.Handler, error) {
	h, err := toolsyntax.FunctionAt(c, info, node)
	if err != nil {
		return nil, err
	}
	if h.Shape != edit.Typed || !types.Identical(h.Sig.Params().At(2).Type(), in) {
		return nil, edit.Refuse("the function at %s has arguments of another type than the handler that is made of it", c.Position(node.Pos()))
	}
	return h, nil
}
