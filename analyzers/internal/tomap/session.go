package tomap

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// Session rewrites a map under the session's id: what was the session's becomes a
// handle's, which the tool that begins returns and the others take as an argument.
//
//	b := s.baskets[req.Session.ID()]        b := s.baskets.In(ctx).Get(basketID)
func Session(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	j := newJob(c, f)
	j.session = &session{holders: map[ast.Node]*holder{}, asked: map[asked]bool{}, dropped: map[*ast.CallExpr]bool{}, passing: map[*types.Func]bool{}}
	fix, err := j.move()
	if st := j.state(); err != nil && st != nil && st.Keys.Has(view.FromArg) && !j.bySession() {
		return Move(c, f) // what is called a session is what callers name in their arguments
	}
	return fix, err
}

// bySession reports whether something of the session may be in a key of the map.
func (j *job) bySession() bool {
	return slices.ContainsFunc(j.used, func(u *use) bool {
		l := j.operation(u)
		return l != nil && !j.test(u.Spot) && j.ofSession(u.Spot, l.key, 0)
	})
}

// ofSession reports whether something of the session may be in a value.
func (j *job) ofSession(s *edit.Spot, e ast.Expr, depth int) bool {
	if depth > 4 {
		return true
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		if found = isSession(s.Info.TypeOf(x)) || j.source(s, x, 0); found {
			return false
		}
		id, ok := x.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := s.Info.ObjectOf(id).(*types.Var)
		if !ok || v.IsField() || v.Parent() == s.Types.Scope() {
			return true
		}
		for _, a := range values(s, v) {
			switch {
			case a.value != nil:
				found = found || j.ofSession(s, a.value, depth+1)
			case a.stmt != nil:
				found = found || slices.ContainsFunc(a.stmt.Rhs, func(r ast.Expr) bool { return j.ofSession(s, r, depth+1) })
			}
		}
		found = found || j.givenSession(s, e, v, depth)
		return !found
	})
	return found
}

// givenSession reports whether a parameter may be given something of the session.
func (j *job) givenSession(s *edit.Spot, at ast.Node, v *types.Var, depth int) bool {
	fd, i := parameter(s, s.Spotted(at), v)
	if fd == nil {
		return false
	}
	refs, err := j.references(s.Info.Defs[fd.Name].(*types.Func))
	return err != nil || slices.ContainsFunc(refs, func(r ref) bool {
		return !j.test(r.Spot) && (r.call == nil || i >= len(r.call.Args) || j.ofSession(r.Spot, r.call.Args[i], depth+1))
	})
}

// session is what becomes of the session's id.
type session struct {
	word    string // for one entry
	handle  toolsyntax.Handle
	holders map[ast.Node]*holder
	order   []*holder
	asked   map[asked]bool
	dropped map[*ast.CallExpr]bool // calls that go: they end what ends by itself
	passing map[*types.Func]bool   // functions that get the key as an argument
}

// asked is a parameter whose arguments were traced.
type asked struct {
	param *types.Var
	does  op
}

// op is what a function does to the entry under a handle.
type op uint8

const (
	sets  op = 1 << iota
	finds    // looks it up, and fails without it
	reads    // looks it up, and goes on without it
	ends
)

// holder is a function that has the handle in a variable: a handler, or one that
// gets it as an argument.
type holder struct {
	*edit.Spot
	node    ast.Node
	handler *toolsyntax.Handler // nil if it gets the handle as an argument
	name    string              // of the variable
	does    op
	callees []*holder
	sources []ast.Expr // what was the session's id

	fn   *types.Func // that gets it as an argument
	refs []ref
}

// all is what a function does with its handle, itself or by others.
func (h *holder) all(seen map[*holder]bool) op {
	if seen[h] {
		return 0
	}
	seen[h] = true
	does := h.does
	for _, c := range h.callees {
		does |= c.all(seen)
	}
	return does
}

// sessions finds where the keys of the map come from, and puts handles there.
func (j *job) sessions(uses []*use) error {
	s := j.session
	if j.caches(uses) {
		return edit.Refuse("a miss makes its entries anew: what is cached for a session needs no handle; keep it under the principal, or make it on each call")
	}
	s.word = word(j.obj.Name(), j.elem)
	s.handle = toolsyntax.Handle{Argument: snake(s.word) + "_id", Field: strings.ToUpper(s.word[:1]) + s.word[1:] + "ID"}
	if s.word == edit.Singular(j.obj.Name()) {
		j.name = j.name[:strings.LastIndexByte(j.name, '.')]
	}
	j.name += "." + s.word // two maps may have the same word
	if s.word != j.obj.Name() && j.twin(s.word) {
		return edit.Refuse("%s stands beside something that is called %s: rename one of them", j.obj.Name(), s.word)
	}
	for _, u := range uses {
		l := j.operation(u)
		if l == nil || j.test(u.Spot) {
			continue
		}
		if call, ok := l.node.(*ast.CallExpr); ok && l.does == ends && j.dropHook(u.Spot, u.Nodes, call) {
			continue
		}
		if f, err := j.sweeper(u); f != nil || err != nil || j.ranged(u, l.key) {
			if err != nil {
				return err
			}
			continue
		}
		if j.instead(u, l.key) || l.does&sets == 0 && j.collected(u, l.key, uses) {
			continue
		}
		j.lookups[l.node] = l
		if err := j.trace(u.Spot, u.Nodes, l.key, l.does, nil); err != nil {
			return err
		}
	}
	if len(s.holders) == 0 {
		return edit.Refuse("no tool that uses it is known")
	}
	return nil
}

// ranged reports whether a key is one of those that a loop over the map goes
// through: the caller's own.
func (j *job) ranged(u *use, key ast.Expr) bool {
	id, ok := ast.Unparen(key).(*ast.Ident)
	if !ok {
		return false
	}
	for i, n := range u.Nodes {
		if lit, ok := n.(*ast.FuncLit); ok && j.kind == syncMap && j.rangesOver(u, lit, u.Nodes[i+1:]) {
			return len(lit.Type.Params.List[0].Names) > 0 && u.Info.Defs[lit.Type.Params.List[0].Names[0]] == u.Info.ObjectOf(id)
		}
		if loop, ok := n.(*ast.RangeStmt); ok {
			k, ok := loop.Key.(*ast.Ident)
			if ok && u.Info.ObjectOf(k) == u.Info.ObjectOf(id) && j.mentioned(u.Spot, loop.X) {
				return true
			}
		}
	}
	return false
}

// collected reports whether a key is one that a loop of its own goes through, in a
// function that went through the map before: the caller's own, too.
//
//	for id := range s.games { old = append(old, id) }
//	for _, id := range old { delete(s.games, id) }
func (j *job) collected(u *use, key ast.Expr, uses []*use) bool {
	root := ast.Unparen(key)
	for sel, ok := root.(*ast.SelectorExpr); ok; sel, ok = root.(*ast.SelectorExpr) {
		root = ast.Unparen(sel.X)
	}
	id, ok := root.(*ast.Ident)
	fd, inFunc := outermost(u.Nodes)
	if !ok || !inFunc {
		return false
	}
	before := slices.ContainsFunc(uses, func(x *use) bool {
		loop, ok := x.Nodes[1].(*ast.RangeStmt)
		return ok && loop.X == x.Expr && within(x.Expr.Pos(), fd) && x.Expr.Pos() < u.Expr.Pos()
	})
	return before && slices.ContainsFunc(u.Nodes, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			return false
		}
		for _, e := range []ast.Expr{loop.Key, loop.Value} {
			if x, ok := e.(*ast.Ident); ok && u.Info.Defs[x] != nil && u.Info.Defs[x] == u.Info.ObjectOf(id) {
				return true
			}
		}
		return false
	})
}

// instead reports whether a key is a constant that stands in for the session's id
// where there is none: the caller's own entry under that name.
//
//	if id != "" { … s.notes[id] … } else { … s.notes["default"] … }
func (j *job) instead(u *use, key ast.Expr) bool {
	if u.Info.Types[key].Value == nil {
		return false
	}
	return slices.ContainsFunc(u.Nodes, func(n ast.Node) bool {
		i, ok := n.(*ast.IfStmt)
		return ok && !within(u.Expr.Pos(), i.Cond) && j.aboutSession(u.Spot, i.Cond, nil)
	})
}

// rangesOver reports whether a function is the one that a sync.Map calls for each
// of its entries.
func (j *job) rangesOver(u *use, lit *ast.FuncLit, up []ast.Node) bool {
	call, ok := up[0].(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || call.Args[0] != ast.Expr(lit) {
		return false
	}
	fn := u.Callee(call)
	return fn != nil && fn.Name() == "Range" && j.mentioned(u.Spot, call.Fun)
}

// caches reports whether a look-up that finds nothing makes the entry anew, out of
// something else than what callers have said or what was there.
func (j *job) caches(uses []*use) bool {
	st := j.state()
	return st != nil && st.Rebuilds && !st.Values.Has(view.FromArg) &&
		!slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Depth > 0 }) &&
		!slices.ContainsFunc(uses, func(u *use) bool { l := j.operation(u); return l != nil && l.does == sets|reads })
}

// twin reports whether another field of the map's struct, or another variable of
// its package, has a name.
func (j *job) twin(name string) bool {
	if !j.obj.IsField() {
		_, ok := j.decl.Types.Scope().Lookup(name).(*types.Var)
		return ok
	}
	st, ok := edit.Find[*ast.StructType](j.decl)
	if !ok {
		return false
	}
	return slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool {
		return slices.ContainsFunc(f.Names, func(id *ast.Ident) bool { return id.Name == name })
	})
}

// trace follows a key to the session's id, and puts the handle in its place. The
// statement is the one that makes the variable that the key is in.
func (j *job) trace(s *edit.Spot, path []ast.Node, key ast.Expr, does op, from *ast.AssignStmt) error {
	key = ast.Unparen(key)
	for conv, ok := key.(*ast.CallExpr); ok && s.Info.Types[conv.Fun].IsType() && len(conv.Args) == 1; conv, ok = key.(*ast.CallExpr) {
		key, from = ast.Unparen(conv.Args[0]), nil // SessionID(req.Session.ID())
	}
	if j.source(s, key, 0) {
		return j.hold(s, path, key, does, from)
	}
	if id, ok := key.(*ast.Ident); ok {
		v, _ := s.Info.ObjectOf(id).(*types.Var)
		if fd, i := parameter(s, path, v); fd != nil && len(values(s, v)) == 0 {
			return j.arguments(s, fd, i, v, does)
		}
		if def, stmt := j.origin(s, v); def != nil {
			at, err := j.c.Place(def.Pos())
			if err != nil {
				return err
			}
			return j.trace(at, at.Spotted(def), def, does, stmt)
		}
	}
	return edit.Refuse("the key at %s is not plainly the id of the session", j.c.Position(key.Pos()))
}

// parameter is the declared function around a place of which a variable is a
// parameter, and which one.
func parameter(s *edit.Spot, path []ast.Node, v *types.Var) (*ast.FuncDecl, int) {
	fd, ok := outermost(path)
	if !ok || v == nil {
		return nil, 0
	}
	fn, ok := s.Info.Defs[fd.Name].(*types.Func)
	if !ok {
		return nil, 0
	}
	for i := range fn.Signature().Params().Len() {
		if fn.Signature().Params().At(i) == v && !(fn.Signature().Variadic() && i == fn.Signature().Params().Len()-1) {
			return fd, i
		}
	}
	return nil, 0
}

// arguments follows a key that is a parameter to what callers give for it.
func (j *job) arguments(s *edit.Spot, fd *ast.FuncDecl, i int, v *types.Var, does op) error {
	if j.session.asked[asked{v, does}] {
		return nil
	}
	j.session.asked[asked{v, does}] = true
	j.session.passing[s.Info.Defs[fd.Name].(*types.Func)] = true
	refs, err := j.references(s.Info.Defs[fd.Name].(*types.Func))
	if err != nil {
		return err
	}
	for _, r := range refs {
		switch {
		case j.test(r.Spot):
		case r.call == nil || i >= len(r.call.Args):
			return edit.Refuse("%s is used as a value, at %s", fd.Name.Name, j.c.Position(r.Expr.Pos()))
		case does == ends && j.dropHook(r.Spot, r.Nodes, r.call):
		default:
			err = j.trace(r.Spot, r.Spotted(r.call.Args[i]), r.call.Args[i], does, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dropHook removes a statement that ends the entry of a session which ends: what a
// handle stands for ends with its time.
func (j *job) dropHook(s *edit.Spot, path []ast.Node, call *ast.CallExpr) bool {
	for i, n := range path {
		var typ *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncLit:
			typ = n.Type
		case *ast.FuncDecl:
			typ = n.Type
		default:
			continue
		}
		if j.waitsForEnd(s, path[i:]) {
			// It goes on for what else it does when the session ends.
		} else if typ.Results != nil && len(typ.Results.List) > 0 || !slices.ContainsFunc(typ.Params.List, func(f *ast.Field) bool { return isSession(s.Info.TypeOf(f.Type)) }) {
			return false
		}
		for _, n := range path[:i] {
			if stmt, ok := n.(*ast.ExprStmt); ok && stmt.X == ast.Expr(call) {
				j.session.dropped[call] = true
				j.fix.Add(s.DeleteStmt(stmt))
				return true
			}
		}
		return false
	}
	return false
}

// waitsForEnd reports whether a function runs beside all calls and waits for the
// end of a session.
//
//	go func() {
//		_ = req.Session.Wait()
func (j *job) waitsForEnd(s *edit.Spot, path []ast.Node) bool {
	lit, ok := path[0].(*ast.FuncLit)
	if !ok || len(path) < 3 || !inGo(path) {
		return false
	}
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := s.Callee(call)
			found = found || fn != nil && fn.Name() == "Wait" && fn.Signature().Recv() != nil && isSession(fn.Signature().Recv().Type())
		}
		return !found
	})
	return found
}

func (j *job) ours(pkg *types.Package) bool {
	return slices.ContainsFunc(j.c.Packages, func(p *edit.Package) bool { return p.Types == pkg })
}

// isSession reports whether a type is an SDK's session, by its name.
func isSession(t types.Type) bool {
	if t == nil {
		return false
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && strings.Contains(n.Obj().Name(), "Session") && !strings.Contains(n.Obj().Name(), "Request")
}

// keyText is the text of a key after the rewrite.
func (j *job) keyText(u *use, key ast.Expr) string {
	if j.session != nil {
		for _, h := range j.session.order {
			for _, source := range h.sources {
				if key.Pos() <= source.Pos() && source.End() <= key.End() {
					return u.Between(key.Pos(), source.Pos()) + h.name + u.Between(source.End(), key.End())
				}
			}
		}
	}
	return u.Text(key)
}
