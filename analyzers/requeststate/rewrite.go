package requeststate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite opens the state that comes back, before anything else, and seals what
// the handler sends. A text that was not sealed for this caller, tool and
// arguments is an error of the call.
//
//	                             state, err := handles.OpenState(ctx, req)
//	                             if err != nil { return nil, nil, err }
//	req.Params.RequestState      state
//	RequestState: "ok:" + t      RequestState: handles.SealState(req, "ok:" + t)
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	s, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	h, err := handlerAround(c, s)
	if err != nil {
		return nil, err
	}
	seals := "SealCallState"
	if h.pointer {
		seals = "SealState"
	}
	q, imp, err := s.NeedsHandles(seals)
	if err != nil {
		return nil, err
	}
	fix := &edit.Fix{Message: "seals the state for the caller, the tool and its arguments"}
	if h.ctx, err = h.Name(0, "ctx", fix); err != nil {
		return nil, err
	}
	var reads []*ast.SelectorExpr
	writes := 0
	var refusal error
	ast.Inspect(h.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if n.Sel.Name != "RequestState" {
				return true
			}
			if h.reads(n) {
				reads = append(reads, n)
				return false
			}
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok && id.Name == "RequestState" {
				writes++
				fix.Edits = append(fix.Edits, edit.Insert(n.Value.Pos(), q+h.seal()), edit.Insert(n.Value.End(), ")"))
			}
		case *ast.CallExpr:
			if fn := s.Callee(n); fn != nil && fn.Name() == "NewInputRequestBuilder" && len(n.Args) == 1 {
				writes++
				fix.Edits = append(fix.Edits, edit.Insert(n.Args[0].Pos(), q+h.seal()), edit.Insert(n.Args[0].End(), ")"))
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if sel, ok := l.(*ast.SelectorExpr); ok && sel.Sel.Name == "RequestState" {
					refusal = edit.Refuse("the state is set by an assignment at line %d", s.Line(l.Pos()))
				}
			}
		}
		return refusal == nil
	})
	switch {
	case refusal != nil:
		return nil, refusal
	case len(reads) == 0:
		return nil, edit.Refuse("the state is read in a way that is not known, at line %d", s.Line(s.Pos))
	case writes == 0:
		return nil, edit.Refuse("the state that is read here is written in another function")
	}
	h.open(q, reads, fix)
	if imp != nil {
		fix.Add(*imp)
	}
	_, err = c.StartKeys(fix)
	return fix, err
}

// handler is a tool's handler.
type handler struct {
	*toolsyntax.Handler
	ctx     string
	req     *ast.Ident
	pointer bool // the request is a pointer, as in handlers with typed arguments
}

// handlerAround finds the handler of a tool around the place.
func handlerAround(c *rule.Context, s *edit.Spot) (*handler, error) {
	for _, n := range s.Path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
		default:
			continue
		}
		th, err := toolsyntax.HandlerAt(c, s.Info, n)
		if err != nil {
			return nil, edit.Refuse("the state is not read in the handler of a tool itself (line %d)", s.Line(s.Pos))
		}
		h := &handler{Handler: th, req: th.Param(1)}
		t := th.Sig.Params().At(1).Type()
		if p, ok := t.(*types.Pointer); ok {
			h.pointer, t = true, p.Elem()
		}
		if !isCall(t, s.Types) {
			return nil, edit.Refuse("the state belongs to a request that is no tool call (line %d)", s.Line(s.Pos))
		}
		return h, nil
	}
	return nil, edit.Refuse("the state is not read in a function")
}

// isCall reports whether a request has the name and the arguments of a tool.
func isCall(t types.Type, pkg *types.Package) bool {
	params, _, _ := types.LookupFieldOrMethod(t, true, pkg, "Params")
	if params == nil {
		return false
	}
	for _, field := range []string{"Name", "Arguments", "RequestState"} {
		if obj, _, _ := types.LookupFieldOrMethod(params.Type(), true, pkg, field); obj == nil {
			return false
		}
	}
	prompt, _, _ := types.LookupFieldOrMethod(params.Type(), true, pkg, "Arguments")
	_, isMap := prompt.Type().Underlying().(*types.Map) // of a prompt
	return !isMap
}

// reads reports whether an expression is the state of the handler's request.
func (h *handler) reads(sel *ast.SelectorExpr) bool {
	params, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
	if !ok || params.Sel.Name != "Params" {
		return false
	}
	id, ok := ast.Unparen(params.X).(*ast.Ident)
	return ok && h.Info.Uses[id] == h.Info.Defs[h.req]
}

// open has the handler open the state once: where it is put into a variable, if
// that is all that is done with it, or else at its begin.
func (h *handler) open(q string, reads []*ast.SelectorExpr, fix *edit.Fix) {
	call := "OpenCallState("
	if h.pointer {
		call = "OpenState("
	}
	call = q + call + h.ctx + ", " + h.req.Name + ")"
	e := h.ErrName()
	check := "\n\tif " + e + " != nil {\n\t\t" + h.Fail(e) + "\n\t}"
	if stmt := h.only(reads); stmt != nil {
		fix.Edits = append(fix.Edits, edit.Insert(stmt.Lhs[0].End(), ", "+e), edit.Replace(reads[0], call), edit.Insert(stmt.End(), check))
		return
	}
	name := h.Fresh("state")
	fix.Edits = append(fix.Edits, h.Begin("\n\t"+name+", "+e+" := "+call+check))
	for _, r := range reads {
		fix.Edits = append(fix.Edits, edit.Replace(r, name))
	}
}

// only is the statement of the handler's own that puts the state into a variable,
// if it is read nowhere else.
func (h *handler) only(reads []*ast.SelectorExpr) *ast.AssignStmt {
	if len(reads) != 1 {
		return nil
	}
	for _, stmt := range h.Body.List {
		a, ok := stmt.(*ast.AssignStmt)
		if ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && a.Rhs[0] == ast.Expr(reads[0]) {
			return a
		}
	}
	return nil
}

// seal is the begin of the call that seals.
func (h *handler) seal() string {
	if h.pointer {
		return "SealState(" + h.req.Name + ", "
	}
	return "SealCallState(" + h.ctx + ", " + h.req.Name + ", "
}
