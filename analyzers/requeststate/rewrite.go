package requeststate

import (
	"go/ast"
	"go/types"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite seals what the handler sends and opens what comes back, both in the
// handler. A text that was not sealed for this caller, tool and arguments reads as
// "", which is what the first round reads.
//
//	req.Params.RequestState      handles.OpenState(ctx, req)
//	RequestState: "ok:" + t      RequestState: handles.SealState(req, "ok:" + t)
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	s, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	h, err := handlerAround(s)
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
	reads, writes := 0, 0
	var refusal error
	ast.Inspect(h.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if n.Sel.Name != "RequestState" {
				return true
			}
			if h.reads(s, n) {
				reads++
				fix.Edits = append(fix.Edits, edit.Replace(n, q+h.open()))
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
	case reads == 0:
		return nil, edit.Refuse("the state is read in a way that is not known, at line %d", s.Line(s.Pos))
	case writes == 0:
		return nil, edit.Refuse("the state that is read here is written in another function")
	}
	if h.ctx.Name == "_" {
		if s.Lookup("ctx") != nil {
			return nil, edit.Refuse("the handler's context has no name, and ctx means something else")
		}
		fix.Edits = append(fix.Edits, edit.Replace(h.ctx, "ctx"))
	}
	if imp != nil {
		fix.Add(*imp)
	}
	return fix, c.StartKeys(fix)
}

// handler is a tool's handler.
type handler struct {
	body     *ast.BlockStmt
	ctx, req *ast.Ident
	pointer  bool // the request is a pointer, as in handlers with typed arguments
}

// handlerAround finds the handler of a tool around the place.
func handlerAround(s *edit.Spot) (*handler, error) {
	for _, n := range s.Path {
		var ft *ast.FuncType
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			ft, body = n.Type, n.Body
		case *ast.FuncLit:
			ft, body = n.Type, n.Body
		default:
			continue
		}
		params := names(ft.Params)
		if len(params) < 2 || types.TypeString(s.Info.TypeOf(ft.Params.List[0].Type), nil) != "context.Context" {
			return nil, edit.Refuse("the state is not read in the handler of a tool itself (line %d)", s.Line(s.Pos))
		}
		h := &handler{body: body, ctx: params[0], req: params[1]}
		t := s.Info.TypeOf(params[1])
		if obj := s.Info.Defs[params[1]]; obj != nil {
			t = obj.Type()
		}
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

func names(list *ast.FieldList) (out []*ast.Ident) {
	for _, f := range list.List {
		out = append(out, f.Names...)
	}
	return out
}

// reads reports whether an expression is the state of the handler's request.
func (h *handler) reads(s *edit.Spot, sel *ast.SelectorExpr) bool {
	params, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
	if !ok || params.Sel.Name != "Params" {
		return false
	}
	id, ok := ast.Unparen(params.X).(*ast.Ident)
	return ok && s.Info.Uses[id] == s.Info.Defs[h.req]
}

func (h *handler) context() string {
	if h.ctx.Name == "_" {
		return "ctx"
	}
	return h.ctx.Name
}

func (h *handler) open() string {
	if h.pointer {
		return "OpenState(" + h.context() + ", " + h.req.Name + ")"
	}
	return "OpenCallState(" + h.context() + ", " + h.req.Name + ")"
}

// seal is the begin of the call that seals.
func (h *handler) seal() string {
	if h.pointer {
		return "SealState(" + h.req.Name + ", "
	}
	return "SealCallState(" + h.context() + ", " + h.req.Name + ", "
}
