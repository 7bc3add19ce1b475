package scan

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// trace notes what variables without a type of their own are defined by: calls
// of their methods are named after it.
func (m *mender) trace() {
	if len(m.retyped) == 0 {
		return
	}
	for _, f := range m.p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			if !ok || a.Tok != token.DEFINE {
				return true
			}
			for i, l := range a.Lhs {
				id, ok := l.(*ast.Ident)
				if !ok || !m.retyped[m.info.Defs[id]] {
					continue
				}
				switch {
				case len(a.Lhs) == len(a.Rhs):
					m.made[m.info.Defs[id]] = a.Rhs[i]
				case i == 0 && len(a.Rhs) == 1:
					m.made[m.info.Defs[id]] = a.Rhs[0]
				}
			}
			return true
		})
	}
}

// nowhere is the package of what cannot be told.
const nowhere = "unresolved"

// callee says which package's function or type e would call or make, as far as
// its names tell. Methods are named after their type, or after the call or the
// field that their receiver comes from.
func (m *mender) callee(e ast.Expr) (importPath, name string) { return m.calleeOf(e, 0) }

func (m *mender) calleeOf(e ast.Expr, depth int) (importPath, name string) {
	for ; depth < 20; depth++ {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.UnaryExpr:
			e = x.X
			continue
		case *ast.CallExpr:
			e = x.Fun
			continue
		case *ast.CompositeLit:
			e = x.Type
			continue
		case *ast.IndexExpr:
			e = x.X
			continue
		case *ast.Ident:
			return nowhere, x.Name
		case *ast.SelectorExpr:
			return m.member(x, depth+1)
		}
		break
	}
	return nowhere, "value"
}

// member names the member of a package or of a value.
func (m *mender) member(x *ast.SelectorExpr, depth int) (importPath, name string) {
	if id, ok := x.X.(*ast.Ident); ok {
		if pn, ok := m.info.Uses[id].(*types.PkgName); ok {
			return pn.Imported().Path(), x.Sel.Name
		}
	}
	t := m.valid(x.X)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path(), n.Obj().Name() + "." + x.Sel.Name
	}
	recv := ast.Unparen(x.X)
	if id, ok := recv.(*ast.Ident); ok {
		if recv = m.made[m.info.Uses[id]]; recv == nil {
			return nowhere, x.Sel.Name
		}
	}
	path, of := m.calleeOf(recv, depth)
	if path == nowhere {
		return nowhere, x.Sel.Name
	}
	// A constructor is named after what it makes.
	if made, ok := strings.CutPrefix(of, "New"); ok && made != "" && !strings.Contains(made, ".") {
		of = made
	}
	return path, of + "." + x.Sel.Name
}
