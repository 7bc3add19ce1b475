package edit

import (
	"go/ast"
	"go/token"
	"go/types"
)

// maxOrigin bounds how far an id is followed to where it is made.
const maxOrigin = 6

// idOrigin follows a text to the one expression that makes it, through local
// variables, fields with one origin, the functions of the module that return it,
// and parameters of functions that are called once.
func (s *Spot) idOrigin(e ast.Expr, depth int) (*Spot, ast.Expr, error) {
	e = ast.Unparen(e)
	if _, ok := s.idParts(e); ok {
		if id, isName := e.(*ast.Ident); !isName || s.Definition(id) == nil {
			return s, e, nil
		}
	}
	if depth > maxOrigin {
		return nil, nil, Refuse("the id at line %d is made too far away", s.Line(e.Pos()))
	}
	switch e := e.(type) {
	case *ast.Ident:
		if def := s.Definition(e); def != nil {
			return s.idOrigin(def, depth+1)
		}
		if at, arg := s.argument(e); arg != nil {
			return at.idOrigin(arg, depth+1)
		}
		return nil, nil, Refuse("the id at line %d has several origins", s.Line(e.Pos()))
	case *ast.SelectorExpr:
		v, ok := s.Info.Uses[e.Sel].(*types.Var)
		if !ok || !v.IsField() {
			break
		}
		if at, def := s.Prog.onlyValue(v); def != nil {
			return at.idOrigin(def, depth+1)
		}
		if lit := s.literal(e.X); lit != nil {
			if kv := Element(lit, e.Sel.Name); kv != nil && !s.sets(v) {
				return s.idOrigin(kv.Value, depth+1)
			}
		}
		return nil, nil, Refuse("the field %s of the id at line %d is set at several places", v.Name(), s.Line(e.Pos()))
	case *ast.CallExpr:
		if at, def := s.returned(e); def != nil {
			return at.idOrigin(def, depth+1)
		}
	}
	return nil, nil, Refuse("the id is made in a way that is not known, at line %d", s.Line(e.Pos()))
}

// literal is the composite literal that a local variable is defined by.
func (s *Spot) literal(e ast.Expr) *ast.CompositeLit {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	def := s.Definition(id)
	if u, ok := def.(*ast.UnaryExpr); ok && u.Op == token.AND {
		def = ast.Unparen(u.X)
	}
	lit, _ := def.(*ast.CompositeLit)
	return lit
}

// sets reports whether an assignment sets a field.
func (s *Spot) sets(v *types.Var) bool {
	found := false
	for _, p := range s.Prog.Packages {
		for _, f := range p.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if a, ok := n.(*ast.AssignStmt); ok {
					for _, l := range a.Lhs {
						if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && p.Info.Uses[sel.Sel] == types.Object(v) {
							found = true
						}
					}
				}
				return !found
			})
		}
	}
	return found
}

// onlyValue is the only expression of the program that sets a field, in a literal
// or by an assignment; nil if there are several, or if it may be set otherwise.
func (p *Program) onlyValue(v *types.Var) (*Spot, ast.Expr) {
	var found ast.Expr
	n := 0
	for _, pkg := range p.Packages {
		for _, f := range pkg.Files {
			is := func(e ast.Expr) bool {
				sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
				return ok && pkg.Info.Uses[sel.Sel] == types.Object(v)
			}
			ast.Inspect(f, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.AssignStmt:
					for i, l := range node.Lhs {
						if !is(l) {
							continue
						}
						if n++; len(node.Lhs) == len(node.Rhs) && node.Tok == token.ASSIGN {
							found = node.Rhs[i]
						} else {
							n++
						}
					}
				case *ast.UnaryExpr:
					if node.Op == token.AND && is(node.X) {
						n += 2
					}
				case *ast.CompositeLit:
					for i, e := range node.Elts {
						if kv, ok := e.(*ast.KeyValueExpr); ok {
							if id, ok := kv.Key.(*ast.Ident); ok && pkg.Info.Uses[id] == types.Object(v) {
								n++
								found = kv.Value
							}
						} else if st := structOf(pkg.Info.TypeOf(node)); st != nil && i < st.NumFields() && st.Field(i) == v {
							n++
							found = e
						}
					}
				}
				return true
			})
		}
	}
	if n != 1 {
		return nil, nil
	}
	s, err := p.Place(found.Pos())
	if err != nil {
		return nil, nil
	}
	return s, found
}

func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// argument is what the only call of a function hands over for one of its
// parameters.
func (s *Spot) argument(id *ast.Ident) (*Spot, ast.Expr) {
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok {
		return nil, nil
	}
	for _, n := range s.Spotted(id) {
		fd, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn, ok := s.Info.Defs[fd.Name].(*types.Func)
		if !ok || fn.Signature().Variadic() {
			return nil, nil
		}
		for i := range fn.Signature().Params().Len() {
			if fn.Signature().Params().At(i) == v {
				return s.Prog.onlyArgument(fn, i)
			}
		}
	}
	return nil, nil
}

func (p *Program) onlyArgument(fn *types.Func, i int) (*Spot, ast.Expr) {
	var found ast.Expr
	uses, calls := 0, 0
	for _, pkg := range p.Packages {
		for id, obj := range pkg.Info.Uses {
			if obj == types.Object(fn) && pkg.Has(id.Pos()) {
				uses++
			}
		}
		for _, f := range pkg.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != fn.Signature().Params().Len() {
					return true
				}
				var name *ast.Ident
				switch fun := ast.Unparen(call.Fun).(type) {
				case *ast.Ident:
					name = fun
				case *ast.SelectorExpr:
					name = fun.Sel
				}
				if name != nil && pkg.Info.Uses[name] == types.Object(fn) {
					calls++
					found = call.Args[i]
				}
				return true
			})
		}
	}
	if uses != 1 || calls != 1 {
		return nil, nil
	}
	s, err := p.Place(found.Pos())
	if err != nil {
		return nil, nil
	}
	return s, found
}

// returned is the expression that a function of the module returns, if it returns
// one value at one place.
func (s *Spot) returned(call *ast.CallExpr) (*Spot, ast.Expr) {
	fn := s.Callee(call)
	if fn == nil || fn.Signature().Results().Len() != 1 {
		return nil, nil
	}
	at, err := s.Prog.Place(fn.Pos())
	if err != nil {
		return nil, nil
	}
	fd, ok := Find[*ast.FuncDecl](at)
	if !ok || fd.Body == nil {
		return nil, nil
	}
	var found []ast.Expr
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if _, isFunc := n.(*ast.FuncLit); isFunc {
			return false
		}
		if ret, ok := n.(*ast.ReturnStmt); ok {
			if len(ret.Results) == 1 {
				found = append(found, ret.Results[0])
			} else {
				found = append(found, nil)
			}
		}
		return true
	})
	if len(found) != 1 || found[0] == nil {
		return nil, nil
	}
	if at, err = s.Prog.Place(found[0].Pos()); err != nil {
		return nil, nil
	}
	return at, found[0]
}

// MintHere has the id minted that the place is part of: the outermost expression
// around it that makes an id, or the one expression that takes the number in the
// variable which is defined here.
func (s *Spot) MintHere(fix *Fix) error {
	var found ast.Expr
	for _, n := range s.Path {
		if _, ok := n.(ast.Stmt); ok {
			break
		}
		if e, ok := n.(ast.Expr); ok {
			if _, ok := s.idParts(e); ok {
				found = e
			}
		}
	}
	if found != nil {
		return s.MintID(found, fix)
	}
	stmt, _ := s.Statement()
	if a, ok := stmt.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 {
		if id, ok := a.Lhs[0].(*ast.Ident); ok {
			found = s.made(s.Info.Defs[id])
		}
	}
	if found == nil {
		return Refuse("the id is made in a way that is not known, at line %d", s.Line(s.Pos))
	}
	return s.MintID(found, fix)
}

// made is the only expression of the file that makes an id of a variable.
func (s *Spot) made(v types.Object) ast.Expr {
	if v == nil {
		return nil
	}
	var found []ast.Expr
	ast.Inspect(s.File, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		parts, ok := s.idParts(e)
		if !ok {
			return true
		}
		for _, p := range parts {
			if p.weak != nil && s.mentions(p.weak, v) {
				found = append(found, e)
				return false
			}
		}
		return false
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

func (s *Spot) mentions(n ast.Node, v types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.Info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}
