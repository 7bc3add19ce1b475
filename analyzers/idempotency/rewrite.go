package idempotency

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

const (
	argument = "idempotency_key"
	about    = "a random value for each intended effect: send the same one when you repeat the call"
)

// rewrite gives the tool an optional argument idempotency_key and wraps its
// handler where it is registered, so that calls with one key share one result.
// Calls without a key run as before: no caller has to change.
//
//	mcp.AddTool(s, &mcp.Tool{Name: "create"}, create)
//	                                          ^^^^^^ handles.Idempotent("create", create)
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	name, ok := strings.CutPrefix(f.Object, "tool ")
	if !ok || len(f.Tools) != 1 {
		return nil, edit.Refuse("the name of the tool is made at run time")
	}
	at, n := effects.Pos{}, 0
	for _, p := range f.Related {
		if strings.HasPrefix(p.What, "registers tool "+name) {
			at, n = p.Pos, n+1
		}
	}
	if n != 1 {
		return nil, edit.Refuse("the tool is registered at %d places", n)
	}
	s, err := c.At(at)
	if err != nil {
		return nil, err
	}
	call, handler, shape, err := registeredBy(s)
	if err != nil {
		return nil, err
	}
	q, imp, err := s.NeedsHandles()
	if err != nil {
		return nil, err
	}
	fix := &edit.Fix{Message: "takes an optional " + argument + " and returns the first result to a repetition"}
	wrapper := "IdempotentHandler"
	if shape == edit.Typed {
		wrapper = "Idempotent"
		err = addField(c, s, call, handler, fix)
	} else {
		err = addOption(s, call, fix)
	}
	if err != nil {
		return nil, err
	}
	fix.Edits = append(fix.Edits, edit.Insert(handler.Pos(), q+wrapper+"("+strconv.Quote(name)+", "), edit.Insert(handler.End(), ")"))
	if imp != nil {
		fix.Add(*imp)
	}
	return fix, c.Start(fix)
}

// registeredBy is the call around the place that takes the tool and its handler.
func registeredBy(s *edit.Spot) (*ast.CallExpr, ast.Expr, edit.Handler, error) {
	for _, n := range s.Path {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		handler, shape := s.HandlerArg(call)
		switch fn := s.Callee(call); {
		case shape == edit.NoHandler:
			continue
		case call.Ellipsis.IsValid() || fn == nil || len(call.Args) < 2:
			return nil, nil, 0, edit.Refuse("the tool is registered in a way that is not known, at line %d", s.Line(s.Pos))
		case fn.Pkg() == nil || ours(s, fn.Pkg()):
			return nil, nil, 0, edit.Refuse("the tool is registered through %s, which is not the SDK's", fn.Name())
		}
		return call, handler, shape, nil
	}
	return nil, nil, 0, edit.Refuse("the tool is not registered together with its handler, at line %d", s.Line(s.Pos))
}

// ours reports whether a package is one that was read, and so not an SDK.
func ours(s *edit.Spot, pkg *types.Package) bool {
	for _, p := range s.Prog.Packages {
		if p.Types == pkg {
			return true
		}
	}
	return false
}

// addField adds the argument to the struct that the handler takes. The SDK makes
// the schema of it, unless the tool brings its own.
func addField(c *rule.Context, s *edit.Spot, call *ast.CallExpr, handler ast.Expr, fix *edit.Fix) error {
	tool, err := literal(s, call, handler)
	if err != nil {
		return err
	}
	if edit.Element(tool, "InputSchema") != nil {
		return edit.Refuse("the tool has a schema of its own, at line %d", s.Line(tool.Pos()))
	}
	sig := s.Info.TypeOf(handler).Underlying().(*types.Signature)
	decl, st, err := c.StructType(sig.Params().At(2).Type())
	if err != nil {
		return err
	}
	e, err := decl.AddField(st, "IdempotencyKey", "string", argument, ",omitempty", about)
	if err != nil {
		return err
	}
	fix.Edits = append(fix.Edits, e)
	return nil
}

// literal is the composite literal of the tool in a registration.
func literal(s *edit.Spot, call *ast.CallExpr, handler ast.Expr) (*ast.CompositeLit, error) {
	for _, a := range call.Args {
		if a == handler {
			continue
		}
		x := definition(s, a)
		if u, ok := x.(*ast.UnaryExpr); ok {
			x = ast.Unparen(u.X)
		}
		if lit, ok := x.(*ast.CompositeLit); ok {
			return lit, nil
		}
	}
	return nil, edit.Refuse("the tool is not described in place, at line %d", s.Line(call.Pos()))
}

// addOption adds the argument to the options of the constructor that makes the
// tool.
//
//	mcp.NewTool("create", mcp.WithDescription("..."))
//	                                               ^ , mcp.WithString("idempotency_key", ...)
func addOption(s *edit.Spot, call *ast.CallExpr, fix *edit.Fix) error {
	for _, a := range call.Args {
		made, ok := definition(s, a).(*ast.CallExpr)
		if !ok {
			continue
		}
		ctor := s.Callee(made)
		if ctor == nil || ours(s, ctor.Pkg()) || ctor.Pkg().Scope().Lookup("WithString") == nil || !ctor.Signature().Variadic() {
			continue
		}
		q, ok := s.Qualifier(ctor.Pkg())
		if !ok {
			return edit.Refuse("%s is not imported under a name of its own", ctor.Pkg().Path())
		}
		for _, o := range made.Args {
			oc, ok := ast.Unparen(o).(*ast.CallExpr)
			if ok && s.Callee(oc) != nil && strings.Contains(s.Callee(oc).Name(), "Schema") {
				return edit.Refuse("the tool has a schema of its own, at line %d", s.Line(o.Pos()))
			}
		}
		e, err := s.AppendArg(made, q+"WithString("+strconv.Quote(argument)+", "+q+"Description("+strconv.Quote(about)+"))")
		if err != nil {
			return err
		}
		fix.Edits = append(fix.Edits, e)
		return nil
	}
	return edit.Refuse("the tool is not described in place, at line %d", s.Line(call.Pos()))
}

// definition is what an expression stands for: itself, or what the only
// assignment of a variable gives it.
func definition(s *edit.Spot, e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	id, ok := e.(*ast.Ident)
	if !ok {
		return e
	}
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok {
		return e
	}
	var found ast.Expr
	n := 0
	ast.Inspect(s.File, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.AssignStmt:
			for i, l := range node.Lhs {
				if lid, ok := l.(*ast.Ident); ok && s.Info.ObjectOf(lid) == v {
					if n++; len(node.Lhs) == len(node.Rhs) {
						found = node.Rhs[i]
					}
				}
			}
		case *ast.ValueSpec:
			for i, name := range node.Names {
				if s.Info.Defs[name] == v {
					if n++; i < len(node.Values) {
						found = node.Values[i]
					}
				}
			}
		case *ast.UnaryExpr:
			if x, ok := node.X.(*ast.Ident); ok && s.Info.Uses[x] == v && node.Op.String() == "&" {
				n += 2 // somebody else may set it
			}
		}
		return true
	})
	if n != 1 || found == nil {
		return e
	}
	return ast.Unparen(found)
}
