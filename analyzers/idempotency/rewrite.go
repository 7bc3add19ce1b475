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

const (
	argument = "idempotency_key"
	about    = "a random value for each intended effect: send the same one when you repeat the call"
)

// rewrite gives the tool an optional argument idempotency_key and wraps its
// handler where it becomes a value, so that calls with one key share one result.
// Calls without a key run as before: no caller has to change.
//
//	mcp.AddTool(s, &mcp.Tool{Name: "create"}, create)
//	                                          ^^^^^^ handles.Idempotent("create", create)
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	name, ok := strings.CutPrefix(f.Object, "tool ")
	if !ok || len(f.Tools) != 1 {
		return nil, edit.Refuse("the name of the tool is made at run time")
	}
	def, err := toolsyntax.Described(c, f, name)
	if err != nil {
		return nil, err
	}
	h, err := handlerOf(c, name)
	if err != nil {
		return nil, err
	}
	fix := &edit.Fix{Message: "takes an optional " + argument + " and returns the first result to a repetition"}
	wrapper := "IdempotentHandler"
	if h.shape == edit.Typed {
		wrapper = "Idempotent"
		err = addField(c, def, h, fix)
	} else {
		err = def.AddString(argument, about, false, fix)
	}
	if err != nil {
		return nil, err
	}
	q, imp, err := h.NeedsHandles(wrapper)
	if err != nil {
		return nil, err
	}
	// What is recorded as the first result must be stored before.
	h.value = h.Stored(h.value)
	fix.Edits = append(fix.Edits, edit.Insert(h.value.Pos(), q+wrapper+"("+strconv.Quote(name)+", "), edit.Insert(h.value.End(), ")"))
	if imp != nil {
		fix.Add(*imp)
	}
	return fix, c.Start(fix)
}

// handler is the handler of a tool, where it becomes a value.
type handler struct {
	*edit.Spot
	value ast.Expr
	shape edit.Handler
	sig   *types.Signature
}

// handlerOf finds the first function on the way to the effect that looks like a
// handler and serves no other tool, and the place where it becomes a value. So it
// looks behind wrappers that all tools share.
func handlerOf(c *rule.Context, name string) (*handler, error) {
	var tool *writes.Tool
	others := map[rule.Pos]bool{}
	for _, t := range writes.Tools(c.View) {
		if t.Name == name {
			tool = t
			continue
		}
		for _, e := range t.Effects {
			for _, step := range e.Steps() {
				others[step.Fn.Pos] = true
			}
		}
	}
	if tool == nil {
		return nil, edit.Refuse("the tool's handler is not known")
	}
	verdict := tool.Judge()
	if verdict.Effect == nil {
		return nil, edit.Refuse("the tool's handler is not known")
	}
	for _, step := range verdict.Effect.Steps() {
		if others[step.Fn.Pos] || !step.Fn.Main() || step.Fn.Pkg.Handles {
			continue
		}
		h := valueOf(c, step.Fn.Pos)
		switch {
		case h == nil:
		case h.value == nil:
			return nil, edit.Refuse("the tool's handler is used at several places")
		default:
			return h, nil
		}
	}
	return nil, edit.Refuse("no function on the way to the effect looks like a handler that is the tool's alone")
}

// valueOf is the handler that is declared at a position, nil if it does not look
// like one.
func valueOf(c *rule.Context, pos rule.Pos) *handler {
	s, err := c.At(pos)
	if err != nil {
		return nil
	}
	for _, n := range s.Path {
		switch n := n.(type) {
		case *ast.FuncLit:
			sig := s.Info.TypeOf(n).(*types.Signature)
			if shape := edit.HandlerOf(sig); shape != edit.NoHandler {
				return &handler{Spot: s, value: n, shape: shape, sig: sig}
			}
			return nil
		case *ast.FuncDecl:
			fn, ok := s.Info.Defs[n.Name].(*types.Func)
			if !ok || edit.HandlerOf(fn.Signature()) == edit.NoHandler {
				return nil
			}
			h := &handler{Spot: s, shape: edit.HandlerOf(fn.Signature()), sig: fn.Signature()}
			if spot, e := c.OnlyValue(fn); e != nil {
				h.Spot, h.value = spot, e
			}
			return h
		}
	}
	return nil
}

// addField adds the argument to the struct that the handler takes. The SDK makes
// the schema of it, unless the tool brings its own.
func addField(c *rule.Context, def *toolsyntax.Definition, h *handler, fix *edit.Fix) error {
	if def.Lit == nil || edit.Element(def.Lit, "InputSchema") != nil {
		return edit.Refuse("the tool has a schema of its own, at line %d", def.Line(def.Pos))
	}
	decl, st, err := c.StructType(h.sig.Params().At(2).Type())
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
