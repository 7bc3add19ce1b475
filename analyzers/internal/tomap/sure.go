package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// sure reports whether there certainly is an entry when a function returns here:
// a statement before has set it, or the way here is one on which it was found.
func (j *job) sure(h *holder, ret ast.Node) bool {
	return j.certain(h.Spot, h.node, ret, map[*types.Func]bool{})
}

// none reports whether a function certainly has set no entry when it returns here:
// nothing before has to do with one.
func (j *job) none(h *holder, ret ast.Node) bool {
	for _, n := range h.Spotted(ret) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return false
		}
	}
	none := true
	ast.Inspect(h.node, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && e.Pos() < ret.End() {
			call, isCall := e.(*ast.CallExpr)
			none = none && j.lookups[e] == nil && !(isCall && j.passes(h.Callee(call)))
		}
		return none
	})
	return none
}

// certain is sure for a place in a function; above are those that call it.
func (j *job) certain(s *edit.Spot, fn, at ast.Node, above map[*types.Func]bool) bool {
	path := s.Spotted(at)
	for i, n := range path[:max(0, len(path)-1)] {
		if n == fn {
			return false
		}
		switch up := path[i+1].(type) {
		case *ast.BlockStmt:
			if j.anySets(s, before(up.List, n), above) {
				return true
			}
		case *ast.CaseClause:
			if j.anySets(s, before(up.Body, n), above) {
				return true
			}
		case *ast.IfStmt:
			if n != up.Cond && up.Init != nil && j.setsHere(s, up.Init, above) || n == ast.Node(up.Body) && j.knows(s, up.Cond, true) || n == up.Else && j.knows(s, up.Cond, false) {
				return true
			}
		}
	}
	return false
}

// before are the statements of a list in front of one of them.
func before(list []ast.Stmt, n ast.Node) []ast.Stmt {
	i := slices.IndexFunc(list, func(s ast.Stmt) bool { return ast.Node(s) == n })
	return list[:max(i, 0)]
}

func (j *job) anySets(s *edit.Spot, list []ast.Stmt, above map[*types.Func]bool) bool {
	return slices.ContainsFunc(list, func(stmt ast.Stmt) bool { return j.setsHere(s, stmt, above) })
}

// setsHere reports whether after a statement there certainly is an entry, if it
// goes on behind it.
func (j *job) setsHere(s *edit.Spot, stmt ast.Stmt, above map[*types.Func]bool) bool {
	switch x := stmt.(type) {
	case *ast.BlockStmt:
		return j.anySets(s, x.List, above)
	case *ast.IfStmt:
		if x.Init != nil && j.setsHere(s, x.Init, above) || j.setsIn(s, x.Cond, above) {
			return true
		}
		then := j.anySets(s, x.Body.List, above) || leaves(x.Body)
		if x.Else != nil {
			return then && j.setsHere(s, x.Else, above)
		}
		return then && j.knows(s, x.Cond, false) // if !ok { m[k] = v }
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.DeclStmt:
		return j.setsIn(s, x, above)
	}
	return false
}

// leaves reports whether a block ends with a return.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok
}

// setsIn reports whether an entry is set below a node, or by a function that it
// calls and that certainly does so.
func (j *job) setsIn(s *edit.Spot, n ast.Node, above map[*types.Func]bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			return n.Op != token.LAND && n.Op != token.LOR
		case ast.Expr:
			if l := j.lookups[n]; l != nil && l.does&sets != 0 {
				found = true
			}
			if call, ok := n.(*ast.CallExpr); ok {
				found = found || j.always(s.Callee(call), above)
			}
		}
		return !found
	})
	return found
}

// always reports whether a function that has the key certainly leaves an entry
// behind when it returns without an error.
func (j *job) always(fn *types.Func, above map[*types.Func]bool) bool {
	if !j.passes(fn) || above[fn.Origin()] {
		return false
	}
	fn = fn.Origin()
	s, fd := j.body(fn)
	if fd == nil || fd.Body == nil {
		return false
	}
	above[fn] = true
	defer delete(above, fn)
	all := true
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			all = all && (failsWith(s, n) || j.certain(s, fd, n, above))
		}
		return all
	})
	if all && fd.Type.Results.NumFields() == 0 {
		return j.anySets(s, fd.Body.List, above)
	}
	return all
}

// passes reports whether a function gets the key as an argument.
func (j *job) passes(fn *types.Func) bool { return fn != nil && j.session.passing[fn.Origin()] }

// failsWith reports whether a return hands on an error for certain.
func failsWith(s *edit.Spot, ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	t := s.Info.TypeOf(last)
	if t == nil || !types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		return false
	}
	return !s.IsNil(last)
}

// knows reports whether a condition, by being true or false, tells that a look-up
// has found an entry.
//
//	ok   !ok   k != nil   k == nil
func (j *job) knows(s *edit.Spot, cond ast.Expr, holds bool) bool {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return c.Op == token.NOT && j.knows(s, c.X, !holds)
	case *ast.BinaryExpr:
		switch {
		case c.Op == token.LAND && holds, c.Op == token.LOR && !holds:
			return j.knows(s, c.X, holds) || j.knows(s, c.Y, holds)
		case (c.Op == token.NEQ && holds || c.Op == token.EQL && !holds) && s.IsNil(c.Y):
			return j.lookedUp(s, c.X, 0)
		}
	case *ast.Ident:
		return holds && j.lookedUp(s, c, 1)
	}
	return false
}

// lookedUp reports whether a variable is a result of a look-up: the first, the
// value, or the second, whether there is one.
func (j *job) lookedUp(s *edit.Spot, e ast.Expr, result int) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, _ := s.Info.ObjectOf(id).(*types.Var)
	all := values(s, v)
	return len(all) > 0 && !slices.ContainsFunc(all, func(a assignment) bool {
		if a.stmt == nil || len(a.stmt.Rhs) != 1 || result >= len(a.stmt.Lhs) || len(a.stmt.Lhs) > 2 {
			return true
		}
		l := j.lookups[ast.Unparen(a.stmt.Rhs[0])]
		at, isID := a.stmt.Lhs[result].(*ast.Ident)
		return l == nil || l.does&ends != 0 || !isID || s.Info.ObjectOf(at) != types.Object(v)
	})
}
