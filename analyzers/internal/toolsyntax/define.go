package toolsyntax

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// Of finds the description of one tool: at its registration, or where the tool is
// made. It refuses one that does not say the tool's name, since other tools go
// through it.
func Of(c *rule.Context, t *writes.Tool) (*Definition, error) {
	refusal := edit.Refuse("where the tool is described is not known")
	told := false
	for _, pos := range []rule.Pos{t.Root.Reg, t.Registered(), t.Def.Pos} {
		if !pos.IsValid() {
			continue
		}
		def, err := At(c, pos)
		if err == nil && def.names(t.Name) {
			return def, nil
		}
		if err == nil {
			if d := def.calledFor(c, t.Name); d != nil {
				return d, nil
			}
			told, refusal = true, edit.Refuse("the description at %s is that of several tools", c.Position(def.Expr().Pos()))
		} else if !told {
			told, refusal = true, err
		}
	}
	return nil, refusal
}

// Expr is the literal or the call.
func (def *Definition) Expr() ast.Expr {
	if def.Lit != nil {
		return def.Lit
	}
	return def.Made
}

// names reports whether a description is that of a tool with a name, and of no
// other.
func (def *Definition) names(name string) bool {
	is := func(e ast.Expr) bool {
		v := def.Info.Types[e].Value
		return v != nil && v.Kind() == constant.String && constant.StringVal(v) == name
	}
	if def.Lit != nil {
		return is(edit.Element(def.Lit, "Name").Value)
	}
	return slices.ContainsFunc(def.Made.Args, func(e ast.Expr) bool {
		if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
			for _, field := range []string{"Name", "name"} {
				if kv := edit.Element(lit, field); kv != nil && is(kv.Value) {
					return true
				}
			}
		}
		return is(e)
	})
}

// calledFor is the call of the function around a description that makes the tool
// with a name and hands options on, nil if it is not one call.
func (def *Definition) calledFor(c *rule.Context, name string) *Definition {
	at, err := c.Place(def.Expr().Pos())
	if err != nil {
		return nil
	}
	fd, ok := edit.Find[*ast.FuncDecl](at)
	if !ok {
		return nil
	}
	fn, ok := at.Info.Defs[fd.Name].(*types.Func)
	if !ok || options(at, fn) == nil {
		return nil
	}
	uses, err := c.Mentions(c.Packages, func(o types.Object) bool { return o == types.Object(fn) })
	if err != nil {
		return nil
	}
	var found *Definition
	for _, u := range uses {
		call, ok := u.Nodes[1].(*ast.CallExpr)
		if !ok || call.Fun != u.Expr {
			return nil
		}
		d := &Definition{Spot: u.Spot, Made: call}
		if !d.names(name) {
			continue
		}
		if found != nil {
			return nil
		}
		found = d
	}
	return found
}

// At finds the description of a tool at or in its registration.
func At(c *rule.Context, pos rule.Pos) (*Definition, error) {
	s, err := c.At(pos)
	if err != nil {
		return nil, err
	}
	for _, n := range s.Path {
		e, ok := n.(ast.Expr)
		if !ok {
			continue
		}
		if d := toolIn(s, e); d != nil {
			return d, nil
		}
		call, ok := e.(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, a := range call.Args {
			if d := described(c, s, a, 0); d != nil {
				return d, nil
			}
		}
	}
	return nil, edit.Refuse("the tool is not described in place, at line %d", s.Line(s.Pos))
}

// described follows an expression to the description that it is: by a variable that
// is set once, or a function that returns nothing else.
func described(c *rule.Context, s *edit.Spot, e ast.Expr, depth int) *Definition {
	if depth > 4 {
		return nil
	}
	if d := toolIn(s, e); d != nil {
		return d
	}
	x := ast.Unparen(e)
	switch u := x.(type) {
	case *ast.UnaryExpr:
		if u.Op == token.AND {
			x = ast.Unparen(u.X)
		}
	case *ast.StarExpr:
		x = ast.Unparen(u.X)
	}
	switch x := x.(type) {
	case *ast.Ident:
		at, def := Set(c, s, x)
		if def == nil {
			return nil
		}
		d := described(c, at, def, depth+1)
		if d != nil && d.schema == nil {
			d.schema = schemaOf(at, at.Info.ObjectOf(x))
		}
		return d
	case *ast.SelectorExpr:
		if v, ok := s.Info.Uses[x.Sel].(*types.Var); ok && !v.IsField() {
			at, def := Set(c, s, x.Sel)
			if def == nil {
				return nil
			}
			return described(c, at, def, depth+1)
		}
		// A field of a struct that is made once: delete := DeleteTool(log); AddTool(delete.Tool, …)
		at, lit := literal(c, s, x.X, depth+1)
		if lit == nil {
			return nil
		}
		if kv := edit.Element(lit, x.Sel.Name); kv != nil {
			return described(c, at, kv.Value, depth+1)
		}
	case *ast.CallExpr:
		if at, ret := Returned(c, s, x); ret != nil {
			return described(c, at, ret, depth+1)
		}
	}
	return nil
}

// literal follows an expression to the literal of a struct of the module.
func literal(c *rule.Context, s *edit.Spot, e ast.Expr, depth int) (*edit.Spot, *ast.CompositeLit) {
	if depth > 4 {
		return nil, nil
	}
	x := ast.Unparen(e)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		return s, x
	case *ast.Ident:
		if at, def := Set(c, s, x); def != nil {
			return literal(c, at, def, depth+1)
		}
	case *ast.CallExpr:
		if at, ret := Returned(c, s, x); ret != nil {
			return literal(c, at, ret, depth+1)
		}
	}
	return nil, nil
}

// Set is the expression that a variable is set to, nil if there is not exactly one.
func Set(c *rule.Context, s *edit.Spot, id *ast.Ident) (*edit.Spot, ast.Expr) {
	v, ok := s.Info.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() {
		return nil, nil
	}
	at, err := c.Place(v.Pos())
	if err != nil {
		return nil, nil
	}
	var found ast.Expr
	n := 0
	is := func(e ast.Expr) bool {
		x, ok := ast.Unparen(e).(*ast.Ident)
		return ok && at.Info.ObjectOf(x) == types.Object(v)
	}
	for _, f := range at.Files {
		if v.Parent() != at.Types.Scope() && f != at.File {
			continue
		}
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.AssignStmt:
				for i, l := range node.Lhs {
					if !is(l) {
						continue
					}
					n++
					if len(node.Lhs) == len(node.Rhs) && (node.Tok == token.DEFINE || node.Tok == token.ASSIGN) {
						found = node.Rhs[i]
					} else {
						n++ // one of several results
					}
				}
			case *ast.ValueSpec:
				for i, name := range node.Names {
					if at.Info.Defs[name] != types.Object(v) || len(node.Values) == 0 {
						continue
					}
					n++
					if len(node.Values) == len(node.Names) {
						found = node.Values[i]
					} else {
						n++
					}
				}
			case *ast.RangeStmt:
				if node.Key != nil && is(node.Key) || node.Value != nil && is(node.Value) {
					n += 2
				}
			}
			return true
		})
	}
	if n != 1 || found == nil {
		return nil, nil
	}
	if at, err = c.Place(found.Pos()); err != nil {
		return nil, nil
	}
	return at, found
}

// Returned is the first result of a call of the module's own function, where that
// has one return statement.
func Returned(c *rule.Context, s *edit.Spot, call *ast.CallExpr) (*edit.Spot, ast.Expr) {
	fn := s.Callee(call)
	if fn == nil || fn.Pkg() == nil || !ours(s, fn.Pkg()) {
		return nil, nil
	}
	at, err := c.Place(fn.Pos())
	if err != nil {
		return nil, nil
	}
	fd, ok := edit.Find[*ast.FuncDecl](at)
	if !ok || fd.Body == nil {
		return nil, nil
	}
	rets := returns(fd.Body)
	if len(rets) != 1 || len(rets[0].Results) == 0 {
		return nil, nil
	}
	e := rets[0].Results[0]
	if at, err = c.Place(e.Pos()); err != nil {
		return nil, nil
	}
	return at, e
}

// returns lists the return statements of a function, without those of functions in
// it.
func returns(body *ast.BlockStmt) (out []*ast.ReturnStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			out = append(out, n)
		}
		return true
	})
	return out
}

// toolIn reports whether an expression makes a tool: a literal of a type of the
// SDK with a name, or a call with options: of the SDK, or of a function of the
// module that hands them on.
func toolIn(s *edit.Spot, e ast.Expr) *Definition {
	x := ast.Unparen(e)
	if u, ok := x.(*ast.UnaryExpr); ok {
		x = ast.Unparen(u.X)
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		n, ok := types.Unalias(s.Info.TypeOf(x)).(*types.Named)
		if ok && n.Obj().Pkg() != nil && !ours(s, n.Obj().Pkg()) && edit.Element(x, "Name") != nil {
			return &Definition{Spot: s, Lit: x}
		}
	case *ast.CallExpr:
		fn := s.Callee(x)
		if fn != nil && fn.Pkg() != nil && fn.Signature().Recv() == nil && (options(s, fn) != nil || withSchema(s, fn)) {
			return &Definition{Spot: s, Made: x}
		}
	}
	return nil
}

// withSchema reports whether a function of the SDK makes a tool with a schema that
// it is given.
func withSchema(s *edit.Spot, fn *types.Func) bool {
	if ours(s, fn.Pkg()) || !strings.Contains(fn.Name(), "Schema") || fn.Signature().Results().Len() != 1 {
		return false
	}
	st, ok := fn.Signature().Results().At(0).Type().Underlying().(*types.Struct)
	return ok && isText(st, "Name") && isText(st, "Description")
}

// options is the package whose options a function takes as its last parameters, nil
// if it takes none: beside them there is one for arguments that are strings.
func options(s *edit.Spot, fn *types.Func) *types.Package {
	sig := fn.Signature()
	if !sig.Variadic() {
		return nil
	}
	elem := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice).Elem()
	named, ok := types.Unalias(elem).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || ours(s, named.Obj().Pkg()) {
		return nil
	}
	with, ok := named.Obj().Pkg().Scope().Lookup("WithString").(*types.Func)
	if !ok || with.Signature().Results().Len() != 1 || !types.AssignableTo(with.Signature().Results().At(0).Type(), elem) {
		return nil
	}
	if ours(s, fn.Pkg()) && !handsOn(s, fn) {
		return nil
	}
	return named.Obj().Pkg()
}

// handsOn reports whether a function of the module gives its options to another
// call, and leaves the schema to them.
func handsOn(s *edit.Spot, fn *types.Func) bool {
	at, err := s.Prog.Place(fn.Pos())
	if err != nil {
		return false
	}
	fd, ok := edit.Find[*ast.FuncDecl](at)
	if !ok || fd.Body == nil {
		return false
	}
	last := fn.Signature().Params().At(fn.Signature().Params().Len() - 1)
	found, own := false, false
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Ellipsis.IsValid() {
				id, ok := ast.Unparen(n.Args[len(n.Args)-1]).(*ast.Ident)
				found = found || ok && at.Info.Uses[id] == types.Object(last)
			}
		case *ast.Ident:
			own = own || strings.Contains(n.Name, "InputSchema")
		}
		return true
	})
	return found && !own
}
