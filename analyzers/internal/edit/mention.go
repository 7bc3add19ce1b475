package edit

import (
	"go/ast"
	"go/types"
	"slices"
)

// A Mention is one use of a variable, a field or a function in the source.
type Mention struct {
	*Spot
	Expr  ast.Expr   // the name, or the selector that ends in it
	Nodes []ast.Node // the nodes around it, itself first
}

// Ident is the name itself.
func (m *Mention) Ident() *ast.Ident {
	if sel, ok := m.Expr.(*ast.SelectorExpr); ok {
		return sel.Sel
	}
	return m.Expr.(*ast.Ident)
}

// Mentions lists the uses of objects in packages, in the order of their places.
// It refuses what may not be edited.
func (p *Program) Mentions(pkgs []*Package, is func(types.Object) bool) (out []*Mention, err error) {
	for _, pkg := range pkgs {
		for id, obj := range pkg.Info.Uses {
			if !is(obj) || !pkg.Has(id.Pos()) {
				continue
			}
			s, err := p.Place(id.Pos())
			if err != nil {
				return nil, err
			}
			m := &Mention{Spot: s, Expr: id, Nodes: s.Spotted(id)}
			for len(m.Nodes) > 0 && m.Nodes[0] != ast.Node(id) {
				m.Nodes = m.Nodes[1:]
			}
			if len(m.Nodes) > 1 {
				if sel, ok := m.Nodes[1].(*ast.SelectorExpr); ok && sel.Sel == id {
					m.Expr, m.Nodes = sel, m.Nodes[1:]
				}
			}
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *Mention) int { return int(a.Expr.Pos() - b.Expr.Pos()) })
	return out, nil
}

// Variable is the variable or field that is declared around a place.
func (s *Spot) Variable() (*types.Var, error) {
	for _, n := range s.Path {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := s.Info.Defs[id].(*types.Var); ok {
				return v, nil
			}
		}
	}
	return nil, Refuse("what holds the state is not declared as one variable or field, at line %d", s.Line(s.Pos))
}

// StringMap takes the type of a variable for a map from strings that no other
// module can use.
func (s *Spot) StringMap(v *types.Var, t types.Type) (*types.Map, error) {
	m, ok := t.(*types.Map)
	if !ok {
		return nil, Refuse("it is a %s: only maps from strings are known", types.TypeString(v.Type(), types.RelativeTo(s.Types)))
	}
	if b, ok := m.Key().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
		return nil, Refuse("its keys are not strings")
	}
	if v.Exported() && s.Types.Name() != "main" {
		return nil, Refuse("it is exported: other modules may use it")
	}
	return m, nil
}
