package tomap

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// source reports whether an expression is the id of the session of the request, or
// that session itself where it is the key.
func (j *job) source(s *edit.Spot, e ast.Expr, depth int) bool {
	if j.pointers && isSession(s.Info.TypeOf(e)) {
		return j.own(s, e, 0)
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || depth > 3 {
		return false
	}
	fn := s.Callee(call)
	if fn == nil || fn.Signature().Results().Len() != 1 {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil && (fn.Name() == "ID" || fn.Name() == "SessionID") && isSession(recv.Type()) {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && !j.ours(fn.Pkg()) && j.own(s, sel.X, 0)
	}
	if !j.ownArguments(s, call) {
		return false
	}
	at, fd := j.body(fn)
	if fd == nil || fd.Body == nil || fn.Signature().Params().Len() == 0 {
		return false
	}
	// A function of the module that takes the id out of a request.
	n, all := 0, true
	ast.Inspect(fd.Body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(node.Results) != 1 {
				all = false
				return false
			}
			res := ast.Unparen(node.Results[0])
			if id, ok := res.(*ast.Ident); ok {
				v, _ := at.Info.ObjectOf(id).(*types.Var)
				if def, _ := j.origin(at, v); def != nil {
					res = def
				}
			}
			switch {
			case at.Info.Types[res].Value != nil:
			case j.source(at, res, depth+1):
				n++
			default:
				all = false
			}
		}
		return true
	})
	return all && n > 0
}

// own reports whether a session is plainly that of the call: a function's
// parameter, the request's, or what the SDK finds in the context. One of several,
// as a loop over the server's sessions has, is somebody else's: a handle of the
// caller's own would not stand for it.
func (j *job) own(s *edit.Spot, e ast.Expr, depth int) bool {
	if depth > 4 {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := s.Info.ObjectOf(e).(*types.Var)
		return ok && j.ownVariable(s, v, depth+1)
	case *ast.TypeAssertExpr:
		return j.own(s, e.X, depth+1)
	case *ast.SelectorExpr: // req.Session
		v, ok := s.Info.Uses[e.Sel].(*types.Var)
		return ok && !j.ours(v.Pkg()) && isRequest(s.Info.TypeOf(e.X))
	case *ast.CallExpr:
		return j.ownCall(s, e, depth+1)
	}
	return false
}

// ownVariable is own for a variable of a function.
func (j *job) ownVariable(s *edit.Spot, v *types.Var, depth int) bool {
	if v.IsField() || v.Parent() == s.Types.Scope() {
		return false
	}
	all := values(s, v)
	for _, a := range all {
		value := a.value
		if value == nil && a.stmt != nil && len(a.stmt.Rhs) == 1 { // x, ok := …
			value = a.stmt.Rhs[0]
		}
		if value == nil || !s.IsNil(value) && !j.own(s, value, depth) {
			return false
		}
	}
	return len(all) > 0 || j.isParameter(s, v)
}

// isParameter reports whether a variable is a parameter of a function.
func (j *job) isParameter(s *edit.Spot, v *types.Var) bool {
	found := false
	ast.Inspect(s.File, func(n ast.Node) bool {
		if t, ok := n.(*ast.FuncType); ok && within(v.Pos(), t.Params) {
			found = true
		}
		return !found
	})
	return found
}

// ownCall is own for a call: of the SDK, with the context or the request, or of a
// function of the module that returns nothing else.
func (j *job) ownCall(s *edit.Spot, call *ast.CallExpr, depth int) bool {
	fn := s.Callee(call)
	if fn == nil || !j.ownArguments(s, call) {
		return false
	}
	if !j.ours(fn.Pkg()) {
		if recv := fn.Signature().Recv(); recv != nil {
			return isRequest(recv.Type())
		}
		return len(call.Args) > 0 && !slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
			t := s.Info.TypeOf(e)
			return t == nil || !isContext(t) && !isRequest(t)
		})
	}
	at, fd := j.body(fn)
	if fd == nil || fd.Body == nil {
		return false
	}
	n, all := 0, true
	ast.Inspect(fd.Body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case len(node.Results) == 0:
				all = false
			case !at.IsNil(node.Results[0]):
				n++
				all = all && j.own(at, node.Results[0], depth)
			}
		}
		return true
	})
	return all && n > 0
}

// ownArguments reports whether the sessions that a call is given are the caller's
// own.
func (j *job) ownArguments(s *edit.Spot, call *ast.CallExpr) bool {
	return !slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		return isSession(s.Info.TypeOf(e)) && !j.own(s, e, 0)
	})
}

// isRequest reports whether a type is the request of an SDK, by its name.
func isRequest(t types.Type) bool {
	if t == nil {
		return false
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (strings.HasSuffix(n.Obj().Name(), "Request") || strings.HasPrefix(n.Obj().Name(), "ServerRequest"))
}

// forWantOf reports whether a variable is set here because there is a session, or
// none: the conditions around the statement ask for that. Where they ask for
// something else, a constant is the key of an entry that callers share.
func (j *job) forWantOf(s *edit.Spot, stmt ast.Stmt, v *types.Var) bool {
	var asked []ast.Expr
	for _, n := range s.Spotted(stmt) {
		if i, ok := n.(*ast.IfStmt); ok {
			asked = append(asked, i.Cond)
		}
		if c, ok := n.(*ast.CaseClause); ok {
			asked = append(asked, c.List...)
		}
	}
	return !slices.ContainsFunc(asked, func(cond ast.Expr) bool { return !j.aboutSession(s, cond, v) })
}

// aboutSession reports whether a condition mentions a session, its id, or what
// told whether there is one.
func (j *job) aboutSession(s *edit.Spot, cond ast.Expr, id *types.Var) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		found = isSession(s.Info.TypeOf(e)) || j.source(s, e, 0)
		if x, ok := e.(*ast.Ident); ok && !found {
			v, _ := s.Info.ObjectOf(x).(*types.Var)
			found = v != nil && (v == id || slices.ContainsFunc(values(s, v), func(a assignment) bool {
				return a.value != nil && j.source(s, a.value, 0) ||
					a.stmt != nil && slices.ContainsFunc(a.stmt.Lhs, func(l ast.Expr) bool { return isSession(s.Info.TypeOf(l)) })
			}))
		}
		return !found
	})
	return found
}
