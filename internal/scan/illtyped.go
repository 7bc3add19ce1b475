package scan

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"sort"
)

// A mender makes the bodies of a package that does not type-check fit for SSA,
// which takes well-typed code only. Whole functions used to be dropped for one
// call of a package that could not be loaded; what such functions keep in
// memory was lost with them. So the smallest expression that has no type gives
// way to a call of a function without a body: it takes the well-typed parts of
// the expression and returns what the place needs. Values still flow through
// it, as through any call of code that is not analysed, and the call keeps the
// name of what was called. Statements stay, and with them the writes, branches
// and closures around the expression.
type mender struct {
	ld       *loaded
	p        *pkg
	info     *types.Info
	errs     []token.Pos // of errors that are not mere warnings, sorted
	results  *types.Tuple
	changes  int
	retyped  map[types.Object]bool     // variables that have no type of their own
	made     map[types.Object]ast.Expr // what such a variable is defined by
	closures map[*ast.FuncLit]bool     // mended ones
}

var (
	anyType  = types.Universe.Lookup("any").Type()
	boolType = types.Typ[types.Bool]
	noValue  = (*types.Tuple)(nil)
)

// mend makes a package fit for SSA.
func (ld *loaded) mend(p *pkg) {
	m := &mender{ld: ld, p: p, info: p.info, errs: p.bad, retyped: map[types.Object]bool{}, made: map[types.Object]ast.Expr{}, closures: map[*ast.FuncLit]bool{}}
	slices.Sort(m.errs)
	m.retype()
	m.trace()
	declared := map[types.Object]bool{}
	for _, f := range p.files {
		f.Decls = slices.DeleteFunc(f.Decls, m.undeclared)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					m.function(d)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, id := range v.Names {
							declared[m.info.Defs[id]] = true
						}
					}
				}
			}
		}
	}
	for _, in := range p.info.InitOrder {
		m.initializer(in, declared)
	}
}

// retype gives local variables without a valid type the type any.
func (m *mender) retype() {
	vars := map[*types.Var]*types.Var{}
	swap := func(o types.Object) *types.Var {
		v, ok := o.(*types.Var)
		if !ok || v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() || !invalid(v.Type(), 0) {
			return nil
		}
		n := vars[v]
		if n == nil {
			n = types.NewVar(v.Pos(), v.Pkg(), v.Name(), anyType)
			vars[v], m.retyped[n] = n, true
		}
		return n
	}
	for id, o := range m.info.Defs {
		if v := swap(o); v != nil {
			m.info.Defs[id] = v
		}
	}
	for n, o := range m.info.Implicits {
		if v := swap(o); v != nil {
			m.info.Implicits[n] = v
		}
	}
	for id, o := range m.info.Uses {
		if v := swap(o); v != nil {
			m.info.Uses[id] = v
			m.info.Types[id] = types.TypeAndValue{Type: anyType}
		}
	}
}

// undeclared reports whether a declaration has no object, as the second of two
// with the same name, and takes such specifications out of a group.
func (m *mender) undeclared(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.BadDecl:
		return true
	case *ast.FuncDecl:
		fn, ok := m.info.Defs[d.Name].(*types.Func)
		if !ok {
			return true
		}
		recv := fn.Signature().Recv()
		return recv != nil && invalid(recv.Type(), 0)
	case *ast.GenDecl:
		d.Specs = slices.DeleteFunc(d.Specs, func(s ast.Spec) bool {
			switch s := s.(type) {
			case *ast.TypeSpec:
				return m.info.Defs[s.Name] == nil
			case *ast.ValueSpec:
				return slices.ContainsFunc(s.Names, func(id *ast.Ident) bool { return m.info.Defs[id] == nil })
			}
			return false
		})
		return len(d.Specs) == 0
	}
	return false
}

func (m *mender) function(fd *ast.FuncDecl) {
	sig := m.info.Defs[fd.Name].(*types.Func).Signature()
	if invalid(sig, 0) {
		m.drop(fd)
		return
	}
	if !m.hasError(fd) && !m.spoiled(fd.Body) {
		return
	}
	m.body(fd.Body, sig)
	if m.broken(fd.Body) {
		m.drop(fd)
		return
	}
	m.p.mended = append(m.p.mended, fd)
}

// drop leaves a function without a body, as one that is written in assembly.
func (m *mender) drop(fd *ast.FuncDecl) {
	fd.Body = nil
	m.p.dropped++
}

// initializer mends the initial value of package variables.
func (m *mender) initializer(in *types.Initializer, declared map[types.Object]bool) {
	ok := !m.spoiled(in.Rhs)
	want := make([]types.Type, len(in.Lhs))
	for i, v := range in.Lhs {
		if want[i] = v.Type(); invalid(want[i], 0) || v.Name() != "_" && !declared[v] {
			in.Lhs = slices.Clone(in.Lhs)
			in.Lhs[i], want[i], ok = types.NewVar(v.Pos(), v.Pkg(), "_", anyType), anyType, false
		}
	}
	if ok {
		return
	}
	m.results = nil
	if len(want) == 1 {
		in.Rhs = m.expr(in.Rhs, want[0])
	} else {
		in.Rhs = m.multi(in.Rhs, want)
	}
	if m.broken(in.Rhs) {
		in.Rhs = m.unknown(in.Rhs, nil, tupleOf(want))
	}
}

// body mends the body of a function with a valid signature.
func (m *mender) body(b *ast.BlockStmt, sig *types.Signature) {
	outer := m.results
	m.results = sig.Results()
	before := m.changes
	b.List = m.list(b.List)
	// Code that fails to return where it should is not terminated either.
	if n := len(b.List); sig.Results().Len() > 0 && (m.changes > before || m.errorIn(b.Rbrace, b.Rbrace+1)) {
		if n == 0 || !isReturn(b.List[n-1]) {
			b.List = append(b.List, &ast.ReturnStmt{Return: b.Rbrace, Results: []ast.Expr{m.unknown(nil, nil, sig.Results())}})
		}
	}
	m.results = outer
}

func isReturn(s ast.Stmt) bool {
	_, ok := s.(*ast.ReturnStmt)
	return ok
}

func (m *mender) list(list []ast.Stmt) []ast.Stmt {
	for i, s := range list {
		list[i] = m.stmt(s)
	}
	return list
}

// stmt mends a statement and the ones in it.
func (m *mender) stmt(s ast.Stmt) ast.Stmt {
	if s == nil || !m.spoiled(s) {
		return s
	}
	before := m.changes
	head := s.End()
	switch s := s.(type) {
	case *ast.BlockStmt:
		s.List = m.list(s.List)
		return s
	case *ast.LabeledStmt:
		if m.info.Defs[s.Label] == nil {
			m.changes++
			return m.stmt(s.Stmt)
		}
		s.Stmt = m.stmt(s.Stmt)
		return s
	case *ast.IfStmt:
		s.Init = m.stmt(s.Init)
		s.Cond = m.expr(s.Cond, boolType)
		s.Body.List = m.list(s.Body.List)
		s.Else = m.stmt(s.Else)
		return s
	case *ast.ForStmt:
		s.Init = m.stmt(s.Init)
		if s.Cond != nil {
			s.Cond = m.expr(s.Cond, boolType)
		}
		s.Post = m.stmt(s.Post)
		s.Body.List = m.list(s.Body.List)
		return s
	case *ast.RangeStmt:
		return m.rangeStmt(s)
	case *ast.SwitchStmt:
		return m.switchStmt(s)
	case *ast.TypeSwitchStmt:
		return m.typeSwitch(s)
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			m.commClause(c.(*ast.CommClause))
		}
		return s
	case *ast.DeclStmt:
		return m.decl(s)
	case *ast.ExprStmt:
		s.X = m.expr(s.X, noValue)
	case *ast.GoStmt:
		s.Call = m.call(s.Call)
	case *ast.DeferStmt:
		s.Call = m.call(s.Call)
	case *ast.SendStmt:
		ch, ok := m.core(s.Chan).(*types.Chan)
		if !ok || m.spoiled(s.Chan) {
			return m.loose(s)
		}
		s.Value = m.expr(s.Value, ch.Elem())
	case *ast.IncDecStmt:
		if m.spoiled(s.X) || !isNumeric(m.valid(s.X)) {
			return m.loose(s)
		}
	case *ast.AssignStmt:
		if !m.assign(s) {
			return m.loose(s)
		}
	case *ast.ReturnStmt:
		m.returnStmt(s)
	case *ast.BranchStmt, *ast.BadStmt:
		m.changes++
		return &ast.EmptyStmt{Semicolon: s.Pos(), Implicit: true}
	}
	if m.changes == before && m.errorIn(s.Pos(), head) {
		// What is wrong is not among the things that were looked at.
		return m.loose(s)
	}
	return s
}

// loose replaces a simple statement by a call that takes its parts.
func (m *mender) loose(s ast.Stmt) ast.Stmt {
	if r, ok := s.(*ast.ReturnStmt); ok {
		var results []ast.Expr
		if m.results.Len() > 0 {
			results = []ast.Expr{m.unknown(nil, m.operands(s), m.results)}
		}
		return &ast.ReturnStmt{Return: r.Return, Results: results}
	}
	if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		want := m.targets(a.Lhs)
		return &ast.AssignStmt{Lhs: a.Lhs, TokPos: a.TokPos, Tok: a.Tok, Rhs: []ast.Expr{m.unknowns(nil, m.operandsOf(a.Rhs), want)}}
	}
	return &ast.ExprStmt{X: m.unknown(nil, m.operands(s), noValue)}
}

// call mends the call of a go or defer statement.
func (m *mender) call(c *ast.CallExpr) *ast.CallExpr {
	if c, ok := m.expr(c, noValue).(*ast.CallExpr); ok {
		return c
	}
	return m.unknown(c, m.operands(c), noValue)
}

// target returns the type of what is assigned to, nil for the blank
// identifier. ok is false if it cannot be assigned to.
func (m *mender) target(e *ast.Expr) (t types.Type, ok bool) {
	switch x := ast.Unparen(*e).(type) {
	case *ast.Ident:
		if x.Name == "_" {
			return nil, true
		}
		v, ok := m.info.ObjectOf(x).(*types.Var)
		if !ok || invalid(v.Type(), 0) {
			return nil, false
		}
		return v.Type(), true
	case *ast.IndexExpr:
		if t, ok := m.index(x); ok {
			return t, true
		}
	case *ast.SelectorExpr, *ast.StarExpr:
		if m.info.Types[x].Addressable() && m.fix(x) {
			return m.valid(x), m.valid(x) != nil
		}
	}
	return nil, false
}

func (m *mender) targets(lhs []ast.Expr) []types.Type {
	out := make([]types.Type, len(lhs))
	for i := range lhs {
		t, ok := m.target(&lhs[i])
		if !ok {
			m.changes++
			lhs[i] = ast.NewIdent("_")
		}
		out[i] = t
	}
	return out
}

// assign mends an assignment. It reports false if nothing is left to assign.
func (m *mender) assign(s *ast.AssignStmt) bool {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		t, ok := m.target(&s.Lhs[0])
		if !ok || t == nil || len(s.Rhs) != 1 {
			return false
		}
		if s.Tok == token.SHL_ASSIGN || s.Tok == token.SHR_ASSIGN {
			t = types.Typ[types.Uint]
		}
		if !isBasic(t) {
			return false
		}
		s.Rhs[0] = m.expr(s.Rhs[0], t)
		return true
	}
	switch want := m.targets(s.Lhs); {
	case len(s.Rhs) == len(s.Lhs):
		for i := range s.Rhs {
			s.Rhs[i] = m.expr(s.Rhs[i], want[i])
		}
	case len(s.Rhs) == 1:
		s.Rhs[0] = m.multi(s.Rhs[0], want)
	default:
		s.Rhs = []ast.Expr{m.unknown(nil, m.operandsOf(s.Rhs), tupleOf(want))}
	}
	return true
}

func (m *mender) decl(s *ast.DeclStmt) ast.Stmt {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		// SSA takes types and constants from where they are used.
		m.changes++
		return &ast.EmptyStmt{Semicolon: s.Pos(), Implicit: true}
	}
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if v.Type != nil && m.spoiled(v.Type) {
			m.changes++
			v.Type = nil // the variables have types of their own
		}
		if len(v.Values) == 0 {
			continue
		}
		want := make([]types.Type, len(v.Names))
		for i, id := range v.Names {
			if o := m.info.Defs[id]; o != nil && id.Name != "_" {
				want[i] = o.Type()
			}
		}
		switch {
		case len(v.Values) == len(v.Names):
			for i := range v.Values {
				v.Values[i] = m.expr(v.Values[i], want[i])
			}
		case len(v.Values) == 1:
			v.Values[0] = m.multi(v.Values[0], want)
		default:
			v.Values = []ast.Expr{m.unknown(nil, m.operandsOf(v.Values), tupleOf(want))}
		}
	}
	return s
}

func (m *mender) returnStmt(s *ast.ReturnStmt) {
	n := m.results.Len()
	want := make([]types.Type, n)
	for i := range want {
		want[i] = m.results.At(i).Type()
	}
	switch {
	case len(s.Results) == n && n > 0:
		for i := range s.Results {
			s.Results[i] = m.expr(s.Results[i], want[i])
		}
	case len(s.Results) == 1 && n > 1:
		s.Results[0] = m.multi(s.Results[0], want)
	case n == 0:
		if len(s.Results) > 0 {
			m.changes++
			s.Results = nil
		}
	case len(s.Results) > 0 || m.results.At(0).Name() == "":
		s.Results = []ast.Expr{m.unknown(nil, m.operandsOf(s.Results), m.results)}
	}
}

// rangeStmt turns a loop over something without a type into one that runs as
// long as nobody knows.
func (m *mender) rangeStmt(s *ast.RangeStmt) ast.Stmt {
	keys := []ast.Expr{}
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if e != nil {
			keys = append(keys, e)
		}
	}
	before := m.changes
	good := m.rangeable(s.X) && !slices.ContainsFunc(keys, m.spoiledExpr)
	if good && m.fix(s.X) && (m.changes > before || !m.errorIn(s.Pos(), s.Body.Lbrace)) {
		s.Body.List = m.list(s.Body.List)
		return s
	}
	loop := &ast.ForStmt{For: s.For, Cond: m.unknown(s.X, m.operands(s.X), boolType), Body: s.Body}
	m.list(s.Body.List)
	if len(keys) > 0 {
		rhs := m.unknowns(s.X, m.operands(s.X), m.targets(keys))
		s.Body.List = slices.Insert(s.Body.List, 0, ast.Stmt(&ast.AssignStmt{Lhs: keys, TokPos: s.TokPos, Tok: s.Tok, Rhs: []ast.Expr{rhs}}))
	}
	return loop
}

func (m *mender) switchStmt(s *ast.SwitchStmt) ast.Stmt {
	s.Init = m.stmt(s.Init)
	var tag types.Type = boolType
	if s.Tag != nil {
		if tag = m.valid(s.Tag); tag == nil || tag == types.Typ[types.UntypedNil] {
			tag = anyType
		}
		tag = types.Default(tag)
		s.Tag = m.expr(s.Tag, tag)
	}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		for i, e := range c.List {
			t := m.valid(e)
			if t == nil || m.spoiled(e) || !types.AssignableTo(t, tag) && (types.Default(t) != t || !types.AssignableTo(tag, t)) || s.Tag == nil && !hasInfo(t, types.IsBoolean) {
				c.List[i] = m.unknown(e, m.operands(e), tag)
			} else {
				m.settle(e)
			}
		}
		c.Body = m.list(c.Body)
	}
	return s
}

func (m *mender) typeSwitch(s *ast.TypeSwitchStmt) ast.Stmt {
	s.Init = m.stmt(s.Init)
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X
	case *ast.AssignStmt:
		x = a.Rhs[0]
	}
	if ta, ok := ast.Unparen(x).(*ast.TypeAssertExpr); ok {
		want := m.valid(ta.X)
		if want == nil || !types.IsInterface(want) {
			want = anyType
		}
		ta.X = m.expr(ta.X, want)
	}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		for i, e := range c.List {
			if tv := m.info.Types[e]; !tv.IsType() && !tv.IsNil() || m.broken(e) {
				id := ast.NewIdent("any") // its variable has that type too
				m.info.Uses[id] = types.Universe.Lookup("any")
				m.info.Types[id] = types.TypeAndValue{Type: anyType}
				c.List[i] = id
				m.changes++
			}
		}
		c.Body = m.list(c.Body)
	}
	return s
}

func (m *mender) commClause(c *ast.CommClause) {
	defer func() { c.Body = m.list(c.Body) }()
	if c.Comm == nil || !m.spoiled(c.Comm) {
		return
	}
	var channel ast.Expr
	recv := func(e ast.Expr) (*types.Chan, bool) {
		u, ok := ast.Unparen(e).(*ast.UnaryExpr)
		if !ok || u.Op != token.ARROW {
			return nil, false
		}
		channel = u.X
		ch, ok := m.core(u.X).(*types.Chan)
		return ch, ok && !m.spoiled(u.X)
	}
	var assign *ast.AssignStmt
	switch s := c.Comm.(type) {
	case *ast.SendStmt:
		if ch, ok := m.core(s.Chan).(*types.Chan); ok && !m.spoiled(s.Chan) {
			s.Value = m.expr(s.Value, ch.Elem())
			return
		}
	case *ast.ExprStmt:
		recv(s.X)
	case *ast.AssignStmt:
		if len(s.Rhs) != 1 {
			break
		}
		before := m.changes
		want := m.targets(s.Lhs)
		if ch, ok := recv(s.Rhs[0]); ok && m.changes == before && (want[0] == nil || types.AssignableTo(ch.Elem(), want[0])) {
			return
		}
		rhs := m.unknowns(nil, m.operandsOf(s.Rhs), want)
		assign = &ast.AssignStmt{Lhs: s.Lhs, TokPos: s.TokPos, Tok: s.Tok, Rhs: []ast.Expr{rhs}}
	}
	wait := &ast.UnaryExpr{OpPos: c.Comm.Pos(), Op: token.ARROW, X: m.unknown(channel, m.operands(c.Comm), types.NewChan(types.RecvOnly, anyType))}
	m.info.Types[wait] = types.TypeAndValue{Type: anyType}
	c.Comm = &ast.ExprStmt{X: wait}
	if assign != nil {
		c.Body = slices.Insert(c.Body, 0, ast.Stmt(assign))
	}
}

// multi mends an expression with several results, which are assigned to
// variables of the wanted types (nil: any type will do).
func (m *mender) multi(e ast.Expr, want []types.Type) ast.Expr {
	before := m.changes
	got := m.info.TypeOf(e)
	t, ok := got.(*types.Tuple)
	if ok && t.Len() == len(want) && !invalid(t, 0) {
		for i := range want {
			if want[i] != nil && !types.AssignableTo(t.At(i).Type(), want[i]) {
				ok = false
			}
		}
		if ok {
			if !m.spoiled(e) {
				return e
			}
			switch x := ast.Unparen(e).(type) {
			case *ast.CallExpr:
				ok = m.args(x)
			case *ast.IndexExpr:
				_, ok = m.index(x)
			case *ast.TypeAssertExpr:
				ok = x.Type != nil && !m.broken(x.Type) && m.fix(x.X)
			default:
				ok = false
			}
			if ok && !m.broken(e) && (m.changes > before || !m.hasError(e)) {
				return e
			}
		}
	}
	return m.unknown(e, m.operands(e), tupleOf(want))
}

// expr mends an expression that must be assignable to want; nil takes any
// value, noValue takes anything.
func (m *mender) expr(e ast.Expr, want types.Type) ast.Expr {
	t := m.valid(e)
	if t != nil && fits(t, want) && m.fix(e) {
		return e
	}
	if m.condition(e, want) {
		return e
	}
	if want == nil {
		if want = t; want == nil || want == types.Typ[types.UntypedNil] {
			want = anyType
		} else if _, ok := want.(*types.Tuple); ok {
			want = anyType
		}
		want = types.Default(want)
	}
	return m.unknown(e, m.operands(e), want)
}

// condition mends the sides of a comparison or of a logical operation, so that
// what is compared with what, and what it guards, is not lost with a side that
// has no type. It reports false if e is none, or no side has a type.
func (m *mender) condition(e ast.Expr, want types.Type) bool {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || want != nil && want != types.Type(noValue) && !types.AssignableTo(types.Typ[types.UntypedBool], want) {
		return false
	}
	var side types.Type
	switch b.Op {
	case token.LAND, token.LOR:
		side = types.Typ[types.Bool]
	case token.EQL, token.NEQ:
		x, y := m.valid(b.X), m.valid(b.Y)
		if (x == nil) == (y == nil) {
			return false
		}
		if side = x; side == nil {
			side = y
		}
		if side == types.Typ[types.UntypedNil] || isTuple(side) || !types.Comparable(side) {
			return false
		}
		side = types.Default(side)
	default:
		return false
	}
	b.X, b.Y = m.expr(b.X, side), m.expr(b.Y, side)
	m.settle(b.X)
	m.settle(b.Y)
	t := types.Type(types.Typ[types.Bool])
	if want != nil && want != types.Type(noValue) && isBasic(want) {
		t = want // a type made of bool
	}
	m.info.Types[b] = types.TypeAndValue{Type: t}
	m.changes++
	return true
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// fits reports whether a value of type t can stand where want is wanted.
func fits(t, want types.Type) bool {
	_, isTuple := t.(*types.Tuple)
	switch {
	case want == types.Type(noValue):
		return true
	case isTuple:
		return false
	case want == nil:
		return t != types.Typ[types.UntypedNil]
	}
	return types.AssignableTo(t, want)
}

// fix mends the parts of an expression that has a type of its own. It reports
// false if that does not help.
func (m *mender) fix(e ast.Expr) bool {
	if !m.spoiled(e) {
		return true
	}
	before := m.changes
	return m.inside(e) && !m.broken(e) && (m.changes > before || !m.hasError(e))
}

func (m *mender) inside(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return m.fix(e.X)
	case *ast.CallExpr:
		return m.args(e)
	case *ast.FuncLit:
		return m.closure(e)
	case *ast.CompositeLit:
		return m.literal(e)
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok && e.Op == token.AND && m.literal(lit)
	case *ast.IndexExpr:
		_, ok := m.index(e)
		return ok
	case *ast.SelectorExpr:
		return m.info.Selections[e] != nil && m.fix(e.X)
	case *ast.StarExpr:
		return m.valid(e.X) != nil && m.fix(e.X)
	case *ast.BinaryExpr:
		return m.valid(e.X) != nil && m.valid(e.Y) != nil && m.fix(e.X) && m.fix(e.Y)
	case *ast.TypeAssertExpr:
		return e.Type != nil && m.valid(e.X) != nil && m.fix(e.X)
	}
	return false
}

// index mends the key or index of an element and returns the element's type.
func (m *mender) index(e *ast.IndexExpr) (types.Type, bool) {
	t := m.core(e.X)
	if p, ok := t.(*types.Pointer); ok {
		t, _ = p.Elem().Underlying().(*types.Array)
	}
	var key, elem types.Type
	switch t := t.(type) {
	case *types.Map:
		key, elem = t.Key(), t.Elem()
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	}
	if elem == nil || invalid(elem, 0) || !m.fix(e.X) {
		return nil, false
	}
	if it := m.valid(e.Index); key == nil && (it == nil || !isInteger(it)) {
		key = types.Typ[types.Int]
	}
	e.Index = m.expr(e.Index, key)
	return elem, true
}

// closure mends the body of a function literal with a valid signature.
func (m *mender) closure(e *ast.FuncLit) bool {
	sig, ok := m.info.TypeOf(e).(*types.Signature)
	if !ok || invalid(sig, 0) || m.broken(e.Type) {
		return false
	}
	if !m.closures[e] {
		m.closures[e] = true
		m.body(e.Body, sig)
		m.changes++
	}
	return true
}

// args mends the arguments of a call whose function is well-typed.
func (m *mender) args(c *ast.CallExpr) bool {
	fun := m.info.Types[c.Fun]
	if fun.Type == nil || invalid(fun.Type, 0) {
		return false
	}
	if !m.fix(c.Fun) {
		return false
	}
	if fun.IsType() {
		return len(c.Args) == 1 && m.valid(c.Args[0]) != nil && types.ConvertibleTo(m.valid(c.Args[0]), fun.Type) && m.fix(c.Args[0])
	}
	if fun.IsBuiltin() {
		return m.builtinArgs(c)
	}
	sig, ok := fun.Type.Underlying().(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return false
	}
	n := sig.Params().Len()
	if len(c.Args) == 1 && n != 1 {
		if t, ok := m.info.TypeOf(c.Args[0]).(*types.Tuple); ok && t.Len() > 1 {
			return m.fix(c.Args[0])
		}
	}
	fixed := n
	if sig.Variadic() && !c.Ellipsis.IsValid() {
		fixed--
	}
	if len(c.Args) < fixed || len(c.Args) > fixed && fixed == n {
		return false
	}
	for i, a := range c.Args {
		var want types.Type
		if i < fixed {
			want = sig.Params().At(i).Type()
		} else {
			want = sig.Params().At(n - 1).Type().(*types.Slice).Elem()
		}
		c.Args[i] = m.expr(a, want)
	}
	return true
}

func (m *mender) builtinArgs(c *ast.CallExpr) bool {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch id.Name {
	case "append":
		s, ok := m.core(c.Args[0]).(*types.Slice)
		if !ok || !m.fix(c.Args[0]) {
			return false
		}
		for i, a := range c.Args[1:] {
			if c.Ellipsis.IsValid() {
				c.Args[i+1] = m.expr(a, types.NewSlice(s.Elem()))
			} else {
				c.Args[i+1] = m.expr(a, s.Elem())
			}
		}
		return true
	case "delete":
		mp, ok := m.core(c.Args[0]).(*types.Map)
		if !ok || len(c.Args) != 2 || !m.fix(c.Args[0]) {
			return false
		}
		c.Args[1] = m.expr(c.Args[1], mp.Key())
		return true
	case "panic", "len", "cap", "close", "copy", "print", "println":
		for _, a := range c.Args {
			if m.valid(a) == nil || !m.fix(a) {
				return false
			}
		}
		return true
	}
	return false
}

// literal mends the elements of a composite literal.
func (m *mender) literal(e *ast.CompositeLit) bool {
	t := m.valid(e)
	if t == nil {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // an element &T{} without its type
		t = p.Elem()
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for i, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				id, ok := kv.Key.(*ast.Ident)
				if !ok {
					return false
				}
				f, ok := m.info.Uses[id].(*types.Var)
				if !ok || invalid(f.Type(), 0) {
					return false
				}
				kv.Value = m.expr(kv.Value, f.Type())
				continue
			}
			if i >= t.NumFields() || len(e.Elts) != t.NumFields() || invalid(t.Field(i).Type(), 0) {
				return false
			}
			e.Elts[i] = m.expr(el, t.Field(i).Type())
		}
		return true
	case *types.Map:
		for _, el := range e.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return false
			}
			kv.Key, kv.Value = m.expr(kv.Key, t.Key()), m.expr(kv.Value, t.Elem())
		}
		return true
	case *types.Slice:
		return m.elements(e, t.Elem())
	case *types.Array:
		return m.elements(e, t.Elem())
	}
	return false
}

func (m *mender) elements(e *ast.CompositeLit, elem types.Type) bool {
	for i, el := range e.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if m.info.Types[kv.Key].Value == nil {
				return false
			}
			kv.Value = m.expr(kv.Value, elem)
			continue
		}
		e.Elts[i] = m.expr(el, elem)
	}
	return true
}

// unknown returns a call that takes the operands and returns what is wanted. It
// is named after what e calls or makes.
func (m *mender) unknown(e ast.Expr, operands []ast.Expr, want types.Type) *ast.CallExpr {
	m.changes++
	if want == nil {
		want = anyType
	}
	importPath, name := m.callee(e)
	params := make([]*types.Var, len(operands))
	for i, o := range operands {
		m.settle(o)
		params[i] = types.NewParam(token.NoPos, nil, "", m.info.TypeOf(o))
	}
	results, ok := want.(*types.Tuple)
	if !ok {
		results = types.NewTuple(types.NewParam(token.NoPos, nil, "", want))
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), results, false)
	fn := m.ld.declare(importPath, name, sig)

	pos := token.NoPos
	if e != nil {
		pos = e.Pos()
	} else if len(operands) > 0 {
		pos = operands[0].Pos()
	}
	id := &ast.Ident{NamePos: pos, Name: fn.Name()}
	m.info.Uses[id] = fn
	m.info.Types[id] = types.TypeAndValue{Type: sig}
	c := &ast.CallExpr{Fun: id, Lparen: pos, Args: operands, Rparen: pos}
	if results.Len() == 1 {
		want = results.At(0).Type()
	}
	m.info.Types[c] = types.TypeAndValue{Type: want}
	return c
}

// unknowns is unknown for variables of the wanted types, which may be one.
func (m *mender) unknowns(e ast.Expr, operands []ast.Expr, want []types.Type) ast.Expr {
	if len(want) == 1 {
		return m.unknown(e, operands, orAny(want[0]))
	}
	return m.unknown(e, operands, tupleOf(want))
}

// declare adds a function to the stand-in for a package.
func (ld *loaded) declare(importPath, name string, sig *types.Signature) *types.Func {
	ld.mu.Lock()
	defer ld.mu.Unlock()
	s := ld.standins[importPath]
	if s == nil {
		s = newStandin(importPath, path.Base(importPath))
		ld.standins[importPath] = s
	}
	return s.function(name, sig)
}

// settle gives untyped constants and comparisons the type that they would have
// in a variable.
func (m *mender) settle(e ast.Expr) {
	if tv, ok := m.info.Types[e]; ok && tv.Type != nil {
		if d := types.Default(tv.Type); d != tv.Type {
			tv.Type = d
			m.info.Types[e] = tv
		}
	}
	if p, ok := e.(*ast.ParenExpr); ok {
		m.settle(p.X)
	}
}

func (m *mender) operandsOf(list []ast.Expr) []ast.Expr {
	var out []ast.Expr
	for _, e := range list {
		out = append(out, m.operands(e)...)
	}
	return out
}

// operands lists the largest well-typed values in a node, closures among them
// after they have been mended.
func (m *mender) operands(n ast.Node) []ast.Expr {
	var out []ast.Expr
	var walk func(n ast.Node)
	walk = func(n ast.Node) {
		ast.Inspect(n, func(c ast.Node) bool {
			if c == n {
				e, ok := c.(ast.Expr)
				if ok && m.operand(e, &out) {
					return false
				}
				if sel, ok := e.(*ast.SelectorExpr); ok {
					walk(sel.X) // the name alone is no value
					return false
				}
				return true
			}
			switch c := c.(type) {
			case nil, *ast.BlockStmt:
				return false
			case *ast.KeyValueExpr:
				if _, ok := m.info.Types[c.Key]; ok {
					walk(c.Key)
				}
				walk(c.Value)
				return false
			case ast.Expr:
				walk(c)
				return false
			}
			return true
		})
	}
	walk(n)
	return out
}

// operand adds e to out if it is a value. It reports whether the parts of e
// need no look any more.
func (m *mender) operand(e ast.Expr, out *[]ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Ident:
		if _, ok := m.info.Uses[x].(*types.Var); !ok {
			if tv := m.info.Types[x]; tv.Value == nil {
				if _, ok := m.info.Uses[x].(*types.Func); !ok {
					return true
				}
			}
		}
	case *ast.FuncLit:
		if m.fix(x) {
			*out = append(*out, x)
		}
		return true
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return true
	case *ast.CompositeLit:
		if x.Type == nil {
			return false // has a type only where it stands
		}
	}
	tv, ok := m.info.Types[e]
	if !ok {
		id, isID := e.(*ast.Ident)
		if !isID {
			return false
		}
		tv.Type = m.info.TypeOf(id)
	}
	if tv.IsType() || tv.IsBuiltin() || tv.IsVoid() || tv.Type == nil || invalid(tv.Type, 0) || tv.Type == types.Typ[types.UntypedNil] {
		return tv.IsType()
	}
	if _, ok := tv.Type.(*types.Tuple); ok {
		return false
	}
	if sig, ok := tv.Type.(*types.Signature); ok && sig.TypeParams().Len() > 0 {
		return true // not instantiated
	}
	// A part may have been mended before; an error that nothing was done
	// about may not come along.
	if m.spoiled(e) && !m.fix(e) {
		return false
	}
	*out = append(*out, e)
	return true
}

func tupleOf(ts []types.Type) *types.Tuple {
	vars := make([]*types.Var, len(ts))
	for i, t := range ts {
		vars[i] = types.NewParam(token.NoPos, nil, "", orAny(t))
	}
	return types.NewTuple(vars...)
}

func orAny(t types.Type) types.Type {
	if t == nil {
		return anyType
	}
	return t
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

func isNumeric(t types.Type) bool { return hasInfo(t, types.IsNumeric) }
func isInteger(t types.Type) bool { return hasInfo(t, types.IsInteger) }

func hasInfo(t types.Type, info types.BasicInfo) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// valid returns the type of an expression that has a valid one; else nil.
func (m *mender) valid(e ast.Expr) types.Type {
	t := m.info.TypeOf(e)
	if t == nil || invalid(t, 0) {
		return nil
	}
	if sig, ok := t.(*types.Signature); ok && sig.TypeParams().Len() > 0 {
		return nil // a generic function that nobody has instantiated
	}
	return t
}

// core returns the underlying type of an expression, nil if there is none.
func (m *mender) core(e ast.Expr) types.Type {
	if t := m.valid(e); t != nil {
		return t.Underlying()
	}
	return nil
}

// spoiled reports whether a node needs a look: an error stands in it, a part
// has no type, or a variable in it got its type from retype.
func (m *mender) spoiled(n ast.Node) bool {
	if _, ok := n.(*ast.Ident); ok {
		return m.broken(n)
	}
	return m.hasError(n) || m.broken(n) || m.mentions(n)
}

func (m *mender) spoiledExpr(e ast.Expr) bool { return m.spoiled(e) }

func (m *mender) mentions(n ast.Node) bool {
	found := false
	if len(m.retyped) > 0 {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				found = found || m.retyped[m.info.ObjectOf(id)]
			}
			return !found
		})
	}
	return found
}

// rangeable reports whether a for loop can range over an expression.
func (m *mender) rangeable(e ast.Expr) bool {
	switch t := m.core(e).(type) {
	case *types.Basic:
		return t.Info()&(types.IsInteger|types.IsString) != 0
	case *types.Slice, *types.Array, *types.Map, *types.Chan:
		return true
	case *types.Signature: // func(yield func(…) bool)
		if t.Params().Len() != 1 || t.Results().Len() != 0 {
			return false
		}
		yield, ok := t.Params().At(0).Type().Underlying().(*types.Signature)
		return ok && yield.Params().Len() <= 2 && yield.Results().Len() == 1 && hasInfo(yield.Results().At(0).Type(), types.IsBoolean)
	case *types.Pointer:
		_, ok := t.Elem().Underlying().(*types.Array)
		return ok
	}
	return false
}

func (m *mender) hasError(n ast.Node) bool { return m.errorIn(n.Pos(), n.End()) }

func (m *mender) errorIn(from, to token.Pos) bool {
	i := sort.Search(len(m.errs), func(i int) bool { return m.errs[i] >= from })
	return i < len(m.errs) && m.errs[i] < to
}

// broken reports whether a part of a node has no valid type.
func (m *mender) broken(n ast.Node) bool {
	bad := false
	ast.Inspect(n, func(n ast.Node) bool {
		if bad {
			return false
		}
		switch n := n.(type) {
		case *ast.Ident:
			bad = n.Name != "_" && !m.resolved(n)
		case *ast.SelectorExpr:
			switch o := m.info.Uses[n.Sel]; {
			case o == nil:
				bad = true
			case m.info.Selections[n] == nil: // package.name
				bad = !m.resolved(n.Sel)
				return false
			default:
				bad = badObject(o) || m.noType(n) || m.broken(n.X)
				return false
			}
		case *ast.KeyValueExpr:
			// The key is a field, or a value that has a type.
			if id, ok := n.Key.(*ast.Ident); ok {
				bad = !m.resolved(id) || m.broken(n.Value)
				return false
			}
		case *ast.BadExpr, *ast.BadStmt, *ast.BadDecl:
			bad = true
		case *ast.TypeAssertExpr:
			bad = n.Type != nil && m.noType(n)
		case *ast.Field: // names and tags have no types of their own
			bad = m.broken(n.Type)
			return false
		case *ast.Ellipsis:
		case ast.Expr:
			bad = m.noType(n)
		}
		return !bad
	})
	return bad
}

func (m *mender) noType(e ast.Expr) bool {
	tv, ok := m.info.Types[e]
	return !ok || invalid(tv.Type, 0)
}

// resolved reports whether a name stands for something with a type.
func (m *mender) resolved(id *ast.Ident) bool {
	if o := m.info.Uses[id]; o != nil {
		return !badObject(o)
	}
	o, ok := m.info.Defs[id]
	return ok && (o == nil || !badObject(o)) // a type switch's variable has no object of its own
}

func badObject(o types.Object) bool {
	switch o.(type) {
	case *types.Const, *types.Func, *types.TypeName, *types.Var:
		return invalid(o.Type(), 0)
	}
	return false // names of packages, labels and builtins have no type to begin with
}

// invalid reports whether a type has a part that could not be resolved.
func invalid(t types.Type, depth int) bool {
	if t == nil || depth > 4 {
		return false
	}
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return invalid(t.Elem(), depth+1)
	case *types.Slice:
		return invalid(t.Elem(), depth+1)
	case *types.Array:
		return invalid(t.Elem(), depth+1)
	case *types.Chan:
		return invalid(t.Elem(), depth+1)
	case *types.Map:
		return invalid(t.Key(), depth+1) || invalid(t.Elem(), depth+1)
	case *types.Tuple:
		for i := range t.Len() {
			if invalid(t.At(i).Type(), depth+1) {
				return true
			}
		}
	case *types.Signature:
		return invalid(t.Params(), depth+1) || invalid(t.Results(), depth+1)
	case *types.Named:
		if args := t.TypeArgs(); args != nil {
			for i := range args.Len() {
				if invalid(args.At(i), depth+1) {
					return true
				}
			}
		}
		return invalid(t.Underlying(), depth+2)
	case *types.Alias:
		return invalid(types.Unalias(t), depth+1)
	}
	return false
}
