package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// lookup is where a use reads or changes one entry: an index expression or a call.
type lookup struct {
	key   ast.Expr
	value ast.Expr // that the entry is set to, nil if it is not set or not to one expression
	does  op
	node  ast.Expr
	up    []ast.Node // the nodes around it, nearest first
}

// operation is what a use does to one entry; nil if it is something else.
func (j *job) operation(u *use) *lookup {
	if len(u.Nodes) < 3 {
		return nil
	}
	if method, call := j.method(u); call != nil {
		return j.called(u, method, call)
	}
	switch parent := u.Nodes[1].(type) {
	case *ast.CallExpr:
		if builtin(u.Spot, parent, "delete") && len(parent.Args) == 2 {
			return &lookup{key: parent.Args[1], does: ends, node: parent, up: u.Nodes[2:]}
		}
	case *ast.IndexExpr:
		if parent.X != u.Expr {
			return nil
		}
		l := &lookup{key: parent.Index, does: reads, node: parent, up: u.Nodes[2:]}
		switch stmt := u.Nodes[2].(type) {
		case *ast.AssignStmt:
			switch {
			case slices.Contains(stmt.Lhs, ast.Expr(parent)) && stmt.Tok == token.ASSIGN:
				l.does = sets
				if len(stmt.Lhs) == len(stmt.Rhs) {
					l.value = stmt.Rhs[slices.Index(stmt.Lhs, ast.Expr(parent))]
				}
			case slices.Contains(stmt.Lhs, ast.Expr(parent)):
				l.does = sets | reads
			default:
				l.does = j.misses(u.Spot, l.up)
			}
		case *ast.ReturnStmt:
			l.does = j.misses(u.Spot, l.up)
		case *ast.IncDecStmt:
			l.does = sets | reads
		}
		return l
	}
	return nil
}

// called is operation for a method of a sync.Map.
func (j *job) called(u *use, method string, call *ast.CallExpr) *lookup {
	l := &lookup{key: call.Args[0], node: call, up: u.Nodes[3:]}
	switch method {
	case "Load":
		l.does = j.misses(u.Spot, l.up)
	case "Store":
		l.does, l.value = sets, call.Args[1]
	case "LoadOrStore", "Swap":
		l.does, l.value = sets|reads, call.Args[1]
	case "LoadAndDelete":
		l.does = ends | j.misses(u.Spot, l.up)
	case "Delete":
		l.does = ends
	default:
		return nil
	}
	return l
}

// values are the expressions that are assigned to a variable, nil for one that is
// not known; the begin of a parameter is not among them.
func values(s *edit.Spot, v *types.Var) (out []assignment) {
	if v == nil {
		return nil
	}
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && s.Info.ObjectOf(id) == types.Object(v)
	}
	ast.Inspect(s.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if !is(l) {
					continue
				}
				a := assignment{stmt: n}
				if len(n.Lhs) == len(n.Rhs) && (n.Tok == token.DEFINE || n.Tok == token.ASSIGN) {
					a.value = n.Rhs[i]
				}
				out = append(out, a)
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if s.Info.Defs[id] == types.Object(v) && len(n.Values) > 0 {
					a := assignment{}
					if len(n.Values) == len(n.Names) {
						a.value = n.Values[i]
					}
					out = append(out, a)
				}
			}
		case *ast.RangeStmt:
			if n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value) {
				out = append(out, assignment{})
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && is(n.X) {
				out = append(out, assignment{}) // somebody else may set it
			}
		}
		return true
	})
	return out
}

type assignment struct {
	value ast.Expr
	stmt  *ast.AssignStmt
}

// origin is what a local variable holds, beside constants that stand in for
// nothing, and the statement that makes the variable so; nil if that is not one
// thing.
func (j *job) origin(s *edit.Spot, v *types.Var) (def ast.Expr, stmt *ast.AssignStmt) {
	if v == nil || v.IsField() || v.Parent() == s.Types.Scope() {
		return nil, nil
	}
	all := values(s, v)
	for _, a := range all {
		switch {
		case a.value == nil:
			return nil, nil
		case s.Info.Types[a.value].Value != nil:
		case def != nil:
			return nil, nil
		default:
			def, stmt = a.value, a.stmt
		}
		if len(all) > 1 && a.stmt != nil && !j.forWantOf(s, a.stmt, v) {
			return nil, nil
		}
	}
	if stmt != nil && (stmt.Tok != token.DEFINE || len(stmt.Lhs) != 1 || len(all) != 1) {
		stmt = nil
	}
	return def, stmt
}
