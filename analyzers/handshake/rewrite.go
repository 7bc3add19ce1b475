package handshake

import (
	"go/ast"
	"go/types"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// perRequest maps what the handshake said of a client to the method of the
// request that says it now. The methods fall back to the handshake for older
// clients, so that nothing changes for those.
var perRequest = map[string]string{
	"ClientInfo":      "ClientInfo",
	"Capabilities":    "ClientCapabilities",
	"ProtocolVersion": "ProtocolVersion",
}

// rewrite reads from the request what was read from its session.
//
//	req.Session.InitializeParams().ClientInfo.Name
//	    ----------------------------------------- ClientInfo().Name
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	at, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	fn := function(at)
	if fn == nil {
		return nil, edit.Refuse("what the handshake sets is kept in memory: take it from the request or the token on each call instead")
	}
	fix := &edit.Fix{Message: "reads what the request says of its client"}
	var refusal error
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || refusal != nil {
			return refusal == nil
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "InitializeParams" {
			return true
		}
		s, err := c.Place(call.Rparen)
		if err != nil {
			refusal = err
			return false
		}
		if e, err := direct(s, call, sel); err != nil {
			refusal = err
		} else {
			fix.Edits = append(fix.Edits, e)
		}
		return true
	})
	if refusal != nil {
		return nil, refusal
	}
	if len(fix.Edits) == 0 {
		return nil, edit.Refuse("what the handshake sets is kept in memory: take it from the request or the token on each call instead")
	}
	return fix, nil
}

// function is the body around the place.
func function(s *edit.Spot) ast.Node {
	for _, n := range s.Path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				return n.Body
			}
		case *ast.FuncLit:
			return n.Body
		}
	}
	return nil
}

// direct rewrites one field that is read right where the handshake is asked.
func direct(s *edit.Spot, call *ast.CallExpr, sel *ast.SelectorExpr) (edit.Edit, error) {
	session, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
	if !ok || session.Sel.Name != "Session" {
		return edit.Edit{}, edit.Refuse("the session at line %d does not come from a request that is at hand", s.Line(call.Pos()))
	}
	var outer *ast.SelectorExpr
	for _, n := range s.Path {
		if o, ok := n.(*ast.SelectorExpr); ok && ast.Unparen(o.X) == call {
			outer = o
		}
	}
	if outer == nil {
		return edit.Edit{}, edit.Refuse("the answer of the handshake is kept in a variable at line %d", s.Line(call.Pos()))
	}
	method, ok := perRequest[outer.Sel.Name]
	if !ok {
		return edit.Edit{}, edit.Refuse("requests do not say %s (line %d)", outer.Sel.Name, s.Line(outer.Pos()))
	}
	obj, _, _ := types.LookupFieldOrMethod(s.Info.TypeOf(session.X), true, s.Types, method)
	if _, ok := obj.(*types.Func); !ok {
		return edit.Edit{}, edit.Refuse("requests of this SDK version have no method %s: upgrade the SDK first", method)
	}
	return edit.Edit{Pos: session.Sel.Pos(), End: outer.Sel.End(), New: method + "()"}, nil
}
