package tomap

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// state is the state of the finding, nil if it is not known.
func (j *job) state() *view.State {
	for _, st := range j.c.View.StateObjects() {
		if st.Object == j.f.Object && st.Pkg.Path == j.f.Package {
			return st
		}
	}
	return nil
}

// minted has keys minted at random that each process counts up for itself: two
// replicas would overwrite each other's entries.
//
//	id := fmt.Sprintf("note-%d", s.next)         id := "note-" + rand.Text()
func (j *job) minted(uses []*use) error {
	if !j.counts() {
		return nil
	}
	done := false
	seen := map[ast.Node]bool{}
	for _, u := range uses {
		fd, ok := outermost(u.Nodes)
		if !ok || seen[fd] || u.Test || !j.sets(u) {
			continue
		}
		seen[fd] = true
		s, err := j.c.Place(fd.Body.Lbrace)
		if err != nil {
			return err
		}
		s.Counted(fd.Body, func(text, number ast.Expr) {
			if err == nil && shared(s, number) {
				done, err = true, s.MintInstead(text, j.fix)
			}
		})
		if err != nil {
			return err
		}
	}
	if !done {
		return edit.Refuse("each process counts its keys up for itself: replicas would overwrite each other's entries")
	}
	return nil
}

// counts reports whether a key is a number that the process counts up. How many
// entries there are is another one: all replicas count the same.
func (j *job) counts() bool {
	st := j.state()
	if st == nil {
		return false
	}
	for _, a := range st.Accesses {
		if a.Kind != link.Write || a.Depth > 0 || a.Fn.Test {
			continue
		}
		for _, o := range j.c.View.Origins(a.Fn, a.Key) {
			if o.Kind == link.OCount && o.Fn != nil && o.Instr >= 0 && o.Fn.Code[o.Instr].Op != effects.Len {
				return true
			}
		}
	}
	return false
}

// outermost is the declared function around a place.
func outermost(path []ast.Node) (*ast.FuncDecl, bool) {
	for _, n := range path {
		if fd, ok := n.(*ast.FuncDecl); ok && fd.Body != nil {
			return fd, true
		}
	}
	return nil, false
}

// sets reports whether a use sets an entry.
func (j *job) sets(u *use) bool {
	l := j.operation(u)
	return l != nil && l.does&sets != 0
}

// shared reports whether an expression is a field or a variable that outlives the
// function.
func shared(s *edit.Spot, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		v, ok := s.Info.Uses[e.Sel].(*types.Var)
		return ok && (v.IsField() || v.Parent() == v.Pkg().Scope())
	case *ast.Ident:
		v, ok := s.Info.Uses[e].(*types.Var)
		return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	case *ast.CallExpr: // atomic.AddInt64(&s.next, 1), s.next.Add(1)
		fn := s.Callee(e)
		return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic"
	}
	return false
}

// companions refuses a map whose keys other memory keeps as well: an order, an
// index, the current one. Replicas would look up what they do not have, or miss
// what they have.
func (j *job) companions(uses []*use) error {
	held := j.held()
	for _, u := range uses {
		fd, ok := outermost(u.Nodes)
		if !ok || u.Test || !j.sets(u) {
			continue
		}
		key := ast.Unparen(j.operation(u).key)
		if _, ok := u.Info.Types[key]; !ok || u.Info.Types[key].Value != nil {
			continue
		}
		text := u.Text(key)
		lists := listed(u.Spot, fd, text)
		var err error
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			if !ok || err != nil {
				return err == nil
			}
			for i, l := range a.Lhs {
				if !outlives(u.Spot, l, held) || j.mentioned(u.Spot, l) {
					continue
				}
				r := a.Rhs[min(i, len(a.Rhs)-1)]
				if index, ok := ast.Unparen(l).(*ast.IndexExpr); ok && u.Text(ast.Unparen(index.Index)) == text {
					if m, ok := u.Info.TypeOf(index.X).Underlying().(*types.Map); ok && j.storing().storable(m.Elem(), nil) != nil {
						err = edit.Refuse("%s, whose values cannot be stored, has the same keys, at %s", u.Text(index.X), j.c.Position(a.Pos()))
						continue
					}
				}
				if contains(u.Spot, r, text) || slices.ContainsFunc(lists, func(list string) bool { return contains(u.Spot, r, list) }) {
					err = edit.Refuse("%s keeps its keys as well, at %s", u.Text(l), j.c.Position(a.Pos()))
				}
			}
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// listed are the variables of a function that a key is appended to.
//
//	names = append(names, name)
func listed(s *edit.Spot, fd *ast.FuncDecl, key string) (out []string) {
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
			return true
		}
		id, isID := a.Lhs[0].(*ast.Ident)
		call, isCall := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		if isID && isCall && builtin(s, call, "append") && slices.ContainsFunc(call.Args[1:], func(e ast.Expr) bool { return s.Text(ast.Unparen(e)) == key }) {
			out = append(out, id.Name)
		}
		return true
	})
	return out
}

// outlives reports whether what is assigned to belongs to memory that outlives the
// function, and not to an entry.
func outlives(s *edit.Spot, e ast.Expr, held map[*types.TypeName]bool) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if t := s.Info.TypeOf(x.X); t != nil {
				if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
					t = ptr.Elem()
				}
				if n, ok := types.Unalias(t).(*types.Named); ok && held[n.Obj()] {
					return false
				}
			}
			if v, ok := s.Info.Uses[x.Sel].(*types.Var); ok && !v.IsField() {
				return true // of another package
			}
			e = x.X
			if id, ok := ast.Unparen(e).(*ast.Ident); ok {
				v, ok := s.Info.ObjectOf(id).(*types.Var)
				if !ok {
					return false
				}
				_, pointer := v.Type().Underlying().(*types.Pointer)
				return pointer || v.Parent() == s.Types.Scope()
			}
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.Ident:
			v, ok := s.Info.ObjectOf(x).(*types.Var)
			return ok && v.Parent() == s.Types.Scope()
		default:
			return false
		}
	}
}

// contains reports whether an expression has a part that reads like a text, other
// than as the key of a map.
func contains(s *edit.Spot, e ast.Expr, text string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if index, ok := n.(*ast.IndexExpr); ok && s.Text(ast.Unparen(index.Index)) == text {
			return false
		}
		if x, ok := n.(ast.Expr); ok && s.Text(ast.Unparen(x)) == text {
			found = true
		}
		return !found
	})
	return found
}
