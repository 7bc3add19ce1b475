package tomap

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// byValue follows a function with a context that becomes a value of the module's
// own kind, as in a table of tools: to all calls of such values. Each must hand on
// the context of its own call.
//
//	tools["move"] = e.move        …        return tools[name](ctx, args)
func (j *job) byValue(f *fn, e ast.Expr, path []ast.Node, sig *types.Signature) error {
	unknown := edit.Refuse("%s is no handler of a tool, a resource or a prompt that is known, and what calls it is not known, at %s", title(f), j.c.Position(e.Pos()))
	if f.param == nil || !j.stays(f.Spot, e, path) {
		return unknown
	}
	at := slices.IndexFunc(slices.Collect(sig.Params().Variables()), func(v *types.Var) bool { return isContext(v.Type()) })
	has := func(t types.Type) bool { return t != nil && types.Identical(t.Underlying(), sig) }
	n := 0
	for _, pkg := range j.c.Packages {
		for _, file := range pkg.Files {
			var err error
			parents(file, func(node ast.Node, up []ast.Node) {
				call, ok := node.(*ast.CallExpr)
				if !ok || err != nil || pkg.Info.Types[call.Fun].IsType() {
					return
				}
				if fn := (&edit.Spot{Package: pkg}).Callee(call); fn != nil {
					if leavesModule := fn.Pkg() == nil || !j.ours(fn.Pkg()); leavesModule && slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return has(pkg.Info.TypeOf(a)) }) {
						err = unknown
					}
					return
				}
				if !has(pkg.Info.TypeOf(call.Fun)) {
					return
				}
				n++
				var s *edit.Spot
				if s, err = j.c.Place(call.Pos()); err == nil {
					err = j.handsOn(f, ref{Mention: &edit.Mention{Spot: s, Expr: call.Fun, Nodes: s.Spotted(call)}, call: call}, at)
				}
			})
			if err != nil {
				return err
			}
		}
	}
	if n == 0 {
		return unknown
	}
	return nil
}

// stays reports whether a function that becomes a value is one for the module
// alone: it goes into a variable, a field, a table, or to a function of the module.
func (j *job) stays(s *edit.Spot, e ast.Expr, path []ast.Node) bool {
	if len(path) < 2 {
		return false
	}
	switch p := path[1].(type) {
	case *ast.CallExpr:
		if s.Info.Types[p.Fun].IsType() {
			return j.stays(s, p, path[1:])
		}
		fn := s.Callee(p)
		return slices.Contains(p.Args, e) && (fn != nil && fn.Pkg() != nil && j.ours(fn.Pkg()))
	case *ast.KeyValueExpr, *ast.CompositeLit:
		for _, n := range path {
			if lit, ok := n.(*ast.CompositeLit); ok {
				t := s.Info.TypeOf(lit)
				if ptr, ok := t.Underlying().(*types.Pointer); ok {
					t = ptr.Elem()
				}
				n, named := types.Unalias(t).(*types.Named)
				return !named || n.Obj().Pkg() != nil && j.ours(n.Obj().Pkg())
			}
		}
	case *ast.AssignStmt: // tools[name] = e.move
		return true
	}
	return false
}
