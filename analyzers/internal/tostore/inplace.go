package tostore

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// inPlace refuses entries whose lists or maps the code changes where they are: the
// map sees such a change, and the store does not.
//
//	p := s.plans[id]; p.Steps[0] = "done"
func (j *job) inPlace(parts map[types.Type]bool) error {
	for _, pkg := range j.c.Packages {
		for _, f := range pkg.Files {
			s := &edit.Spot{Package: pkg, File: f}
			var at ast.Node
			change := func(e ast.Expr, element bool) {
				if element {
					index, ok := ast.Unparen(e).(*ast.IndexExpr)
					for !ok {
						sel, isField := ast.Unparen(e).(*ast.SelectorExpr)
						if !isField {
							return
						}
						e = sel.X
						index, ok = ast.Unparen(e).(*ast.IndexExpr)
					}
					e = index.X
				}
				if at == nil && j.partOf(s, e, parts) {
					at = e
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, l := range n.Lhs {
						change(l, true)
					}
				case *ast.IncDecStmt:
					change(n.X, true)
				case *ast.UnaryExpr:
					if n.Op == token.AND {
						change(n.X, true)
					}
				case *ast.CallExpr:
					if len(n.Args) > 0 && changes(s, n) {
						change(n.Args[0], false)
					}
				}
				return at == nil
			})
			if at != nil {
				return edit.Refuse("an entry is changed where it is held, at %s", j.c.Position(at.Pos()))
			}
		}
	}
	return nil
}

// partOf reports whether an expression is a list or a map of an entry, by its type.
func (j *job) partOf(s *edit.Spot, e ast.Expr, parts map[types.Type]bool) bool {
	t := s.Info.TypeOf(e)
	if t == nil || types.Identical(t, j.obj.Type()) {
		return false // the map itself
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
	default:
		return false
	}
	for p := range parts {
		if types.Identical(p, t) {
			return true
		}
	}
	return false
}

// changes reports whether a call changes what its first argument holds.
func changes(s *edit.Spot, call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		switch s.Info.Uses[id] {
		case types.Universe.Lookup("delete"), types.Universe.Lookup("clear"), types.Universe.Lookup("copy"):
			return true
		}
	}
	fn := s.Callee(call)
	return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "sort" || fn.Pkg().Path() == "slices" && (fn.Name()[0] == 'S' || fn.Name() == "Reverse"))
}
