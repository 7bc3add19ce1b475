package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
)

// fails reports whether a call of a tool certainly fails if a look-up finds
// nothing, as its second result says. The path begins with the look-up.
func (j *job) fails(s *edit.Spot, path []ast.Node, ok ast.Expr, depth int) bool {
	id, isID := ok.(*ast.Ident)
	if !isID || id.Name == "_" {
		return false
	}
	missed := func(cond ast.Expr) bool {
		not, isNot := ast.Unparen(cond).(*ast.UnaryExpr)
		if !isNot || not.Op != token.NOT {
			return false
		}
		x, isID := ast.Unparen(not.X).(*ast.Ident)
		return isID && s.Info.ObjectOf(x) == s.Info.ObjectOf(id)
	}
	ret := after(s, path, missed)
	return ret != nil && j.failing(s, path, ret, depth)
}

// after is the return that a condition leads to, in the head or right behind a
// statement; locks may be freed in between. The path begins with the statement.
func after(s *edit.Spot, path []ast.Node, holds func(cond ast.Expr) bool) *ast.ReturnStmt {
	if len(path) < 2 {
		return nil
	}
	taken := func(i *ast.IfStmt) *ast.ReturnStmt {
		if !implied(i.Cond, holds) || len(i.Body.List) == 0 {
			return nil
		}
		ret, _ := i.Body.List[len(i.Body.List)-1].(*ast.ReturnStmt)
		return ret
	}
	if i, ok := path[1].(*ast.IfStmt); ok && i.Init == path[0] {
		return taken(i)
	}
	block, ok := path[1].(*ast.BlockStmt)
	if !ok {
		return nil
	}
	at := slices.IndexFunc(block.List, func(x ast.Stmt) bool { return ast.Node(x) == path[0] })
	for _, stmt := range block.List[at+1:] {
		if i, ok := stmt.(*ast.IfStmt); ok && i.Init == nil {
			return taken(i)
		}
		x, ok := stmt.(*ast.ExprStmt)
		if !ok {
			return nil
		}
		call, ok := x.X.(*ast.CallExpr)
		if !ok {
			return nil
		}
		if fn := s.Callee(call); (fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync") && !builtin(s, call, "delete") {
			return nil
		}
	}
	return nil
}

func builtin(s *edit.Spot, call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && s.Info.Uses[id] == types.Universe.Lookup(name)
}

// implied reports whether a condition holds if another one does: that one, or it
// or something else.
func implied(cond ast.Expr, holds func(ast.Expr) bool) bool {
	if b, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && b.Op == token.LOR {
		return implied(b.X, holds) || implied(b.Y, holds)
	}
	return holds(cond)
}

// failing reports whether a return makes the call of the tool fail: it is a
// handler's and tells of an error, or that of a function whose callers all fail
// with its error.
func (j *job) failing(s *edit.Spot, path []ast.Node, ret *ast.ReturnStmt, depth int) bool {
	if len(ret.Results) == 0 || depth > 3 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	t := s.Info.TypeOf(last)
	isErr := t != nil && !s.IsNil(last) && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
	for _, n := range path {
		var sig *types.Signature
		var fn *types.Func
		switch n := n.(type) {
		case *ast.FuncLit:
			sig, _ = s.Info.TypeOf(n).(*types.Signature)
		case *ast.FuncDecl:
			if fn, _ = s.Info.Defs[n.Name].(*types.Func); fn != nil {
				sig = fn.Signature()
			}
		default:
			continue
		}
		if sig != nil && edit.HandlerOf(sig) != edit.NoHandler {
			return isErr || toolsyntax.TellsError(j.c, s, ret.Results[0])
		}
		return fn != nil && isErr && j.callersFail(fn, depth+1)
	}
	return false
}

// callersFail reports whether all calls of a function end the call of the tool
// with its error.
func (j *job) callersFail(fn *types.Func, depth int) bool {
	refs, err := j.references(fn)
	if err != nil {
		return false
	}
	n := 0
	for _, r := range refs {
		if j.test(r.Spot) {
			continue
		}
		if n++; r.call == nil || len(r.Nodes) < 3 {
			return false
		}
		switch stmt := r.Nodes[1].(type) {
		case *ast.ReturnStmt:
			if !j.failing(r.Spot, r.Nodes, stmt, depth) {
				return false
			}
		case *ast.AssignStmt:
			id, ok := stmt.Lhs[len(stmt.Lhs)-1].(*ast.Ident)
			if !ok || len(stmt.Rhs) != 1 {
				return false
			}
			ret := after(r.Spot, r.Nodes[1:], func(cond ast.Expr) bool {
				b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
				if !ok || b.Op != token.NEQ || !r.IsNil(b.Y) {
					return false
				}
				x, ok := ast.Unparen(b.X).(*ast.Ident)
				return ok && r.Info.ObjectOf(x) == r.Info.ObjectOf(id)
			})
			if ret == nil || !j.failing(r.Spot, r.Nodes, ret, depth) {
				return false
			}
		default:
			return false
		}
	}
	return n > 0
}
