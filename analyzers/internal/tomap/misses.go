package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
)

// told is how a look-up tells that it has found nothing.
type told bool

const (
	byFalse told = false // v, ok := m[k]
	byNil   told = true  // v := m[k]
)

// misses is what a look-up does: finds the entry, if the call of the tool certainly
// fails without it, or reads it. The nodes are those around the look-up.
func (j *job) misses(s *edit.Spot, up []ast.Node) op {
	found := false
	switch stmt := up[0].(type) {
	case *ast.AssignStmt:
		found = len(stmt.Rhs) == 1 && j.unfound(s, up, stmt.Lhs, 0)
	case *ast.ReturnStmt: // return s.games[id]
		if fn := function(s, up); fn != nil && len(stmt.Results) == 1 {
			found = fn.Signature().Results().Len() == 1 && j.callersMiss(fn, 0, byNil, 0) || fn.Signature().Results().Len() == 2 && j.callersMiss(fn, 1, byFalse, 0)
		}
	}
	if found {
		return finds
	}
	return reads
}

// unfound reports whether the results of a look-up lead to a failure where nothing
// is found. The path begins with the statement that takes them.
func (j *job) unfound(s *edit.Spot, path []ast.Node, results []ast.Expr, depth int) bool {
	if len(results) == 2 && j.fails(s, path, results[1], byFalse, depth) {
		return true
	}
	return len(results) <= 2 && j.fails(s, path, results[0], byNil, depth)
}

// fails reports whether a call of a tool certainly fails if a look-up finds
// nothing, as one of its results tells. The path begins with the statement that
// takes the results.
func (j *job) fails(s *edit.Spot, path []ast.Node, result ast.Expr, how told, depth int) bool {
	id, isID := result.(*ast.Ident)
	if !isID || id.Name == "_" || depth > 3 {
		return false
	}
	is := func(e ast.Expr) bool {
		x, isID := ast.Unparen(e).(*ast.Ident)
		return isID && s.Info.ObjectOf(x) == s.Info.ObjectOf(id)
	}
	missed := func(cond ast.Expr) bool {
		switch c := ast.Unparen(cond).(type) {
		case *ast.UnaryExpr:
			return how == byFalse && c.Op == token.NOT && is(c.X)
		case *ast.BinaryExpr:
			return how == byNil && c.Op == token.EQL && is(c.X) && s.IsNil(c.Y)
		}
		return false
	}
	if ret := after(s, path, missed); ret != nil {
		return j.failing(s, path, ret, depth)
	}
	fn, at := function(s, path), -1
	v, _ := s.Info.ObjectOf(id).(*types.Var)
	if fn == nil || len(values(s, v)) != 1 {
		return false
	}
	// It is what the function returns: its callers fail.
	all := true
	ast.Inspect(path[len(path)-1], func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if _, isFunc := n.(*ast.FuncLit); isFunc || !ok || ret.Pos() < path[0].Pos() || ret.End() > bodyEnd(path) {
			return !isFunc
		}
		i := slices.IndexFunc(ret.Results, is)
		all = all && i >= 0 && (at < 0 || at == i)
		at = i
		return true
	})
	return all && at >= 0 && j.callersMiss(fn, at, how, depth+1)
}

// function is the declared function around a place, nil if there is one without a
// name in between.
func function(s *edit.Spot, path []ast.Node) *types.Func {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return nil
		case *ast.FuncDecl:
			fn, _ := s.Info.Defs[n.Name].(*types.Func)
			return fn
		}
	}
	return nil
}

// bodyEnd is where the declared function around a place ends.
func bodyEnd(path []ast.Node) token.Pos {
	for _, n := range path {
		if fd, ok := n.(*ast.FuncDecl); ok {
			return fd.End()
		}
	}
	return token.NoPos
}

// callersMiss reports whether all calls of a function lead to a failure of the
// tool's call if one of its results tells that nothing was found.
func (j *job) callersMiss(fn *types.Func, result int, how told, depth int) bool {
	refs, err := j.references(fn)
	if err != nil || depth > 3 {
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
		case *ast.AssignStmt:
			if len(stmt.Rhs) != 1 || result >= len(stmt.Lhs) || !j.fails(r.Spot, r.Nodes[1:], stmt.Lhs[result], how, depth) {
				return false
			}
		case *ast.ReturnStmt:
			outer := function(r.Spot, r.Nodes)
			if outer == nil || len(stmt.Results) != 1 || !j.callersMiss(outer, result, how, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return n > 0
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
