package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// sharedTTL is how long a value of a table is kept after it was set. What is there
// until the server restarts may be meant for long.
const sharedTTL = "30 * 24 * time.Hour"

// ShareInstead rewrites a map that HTTP requests use, such as the state of a login, to
// a Table: each operation takes effect at once, for all callers alike, and nothing
// else changes.
//
//	s.states[state] = login         s.states.Set(state, login)
//
// That is the same as before only if values are not changed behind pointers, and if
// no value is worked out from the old one: replicas have no lock in common.
//
// Where no such request does, it returns the refusal of what was tried before.
func ShareInstead(c *rule.Context, f rule.Finding, refusal error) (*edit.Fix, error) {
	j := newJob(c, f)
	j.shared = true
	st := j.state()
	if st == nil || !slices.ContainsFunc(st.Roots, func(r *link.Root) bool { return r.Kind == sdk.RootHTTP || r.Kind == sdk.RootRPC }) {
		return nil, refusal
	}
	if !st.Values.Has(view.FromArg|view.FromHTTP|view.FromPrincipal) && !st.WriteKeys.Has(view.FromStrongID|view.FromWeakID) {
		return nil, refusal // what it holds is not what callers have left: each replica gets it by itself
	}
	if err := j.object(); err != nil {
		return nil, err
	}
	if _, _, err := j.decl.NeedsHandles("NewTable"); err != nil {
		return nil, err
	}
	for _, check := range []func() error{j.seeded, j.files, j.unchanged, j.declare, j.shareUses, j.rebuffer, j.export} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if err := j.minted(j.used); err != nil {
		return nil, err
	}
	if err := j.once(); err != nil {
		return nil, err
	}
	if err := j.companions(j.used); err != nil {
		return nil, err
	}
	for _, o := range c.View.SharedWith(st.State) {
		if !o.Pkg.Handles && o.Pos != st.Pos {
			return nil, edit.Refuse("%s holds a part of its entries as well", o.Object)
		}
	}
	j.fix.Message = "moves it to the store that all replicas share, for all requests alike, for 30 days after it was set; what it holds is stored as it is, secrets too"
	if err := c.Start(j.fix); err != nil {
		return nil, err
	}
	return j.fix, j.tidy()
}

// seeded refuses a map that is filled before requests come: each replica would do
// so when it starts, over what the others have changed.
func (j *job) seeded() error {
	st := j.state()
	for _, a := range st.Accesses {
		if a.Kind == link.Write && a.Depth == 0 && !a.Fn.Test && !j.c.View.Program.ByRequest(a) && a.Key.K != effects.None {
			return edit.Refuse("it is filled before requests come, at %s", a.Pos())
		}
	}
	return nil
}

// files refuses a map of a type that keeps files, too: what is in memory stands for
// what is in them, or has been read from there.
func (j *job) files() error {
	owner, err := j.owner()
	if err != nil || !j.obj.IsField() {
		return nil
	}
	for _, f := range j.decl.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv == nil || fd.Body == nil || len(fd.Recv.List) == 0 {
				continue
			}
			t := j.decl.Info.TypeOf(fd.Recv.List[0].Type)
			if ptr, ok := t.(*types.Pointer); ok {
				t = ptr.Elem()
			}
			if n, ok := types.Unalias(t).(*types.Named); !ok || n.Obj() != owner {
				continue
			}
			var at ast.Node
			ast.Inspect(fd.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					fn := j.decl.Callee(call)
					if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "os" && slices.Contains([]string{"ReadFile", "WriteFile", "Create", "Open", "OpenFile", "Rename", "ReadDir"}, fn.Name()) {
						at = call
					}
				}
				return at == nil
			})
			if at != nil {
				return edit.Refuse("%s keeps files as well, at %s", owner.Name(), j.c.Position(at.Pos()))
			}
		}
	}
	return nil
}

// shareUses rewrites the mentions of the map.
func (j *job) shareUses() error {
	for _, u := range j.used {
		if err := j.apart(u); err != nil {
			return err
		}
		if err := j.use(u); err != nil {
			return err
		}
	}
	return nil
}

// apart refuses a use that makes a value of the one that was there: another replica
// may have set it in between.
func (j *job) apart(u *use) error {
	l := j.operation(u)
	if l == nil || u.Test {
		return nil
	}
	if a, ok := l.up[0].(*ast.AssignStmt); l.does&(finds|reads) != 0 && l.does&sets == 0 && !(ok && len(a.Lhs) == 2) {
		if taken, err := j.usedUp(u, l); taken || err != nil {
			return edit.Refuse("an entry is looked up and removed, at %s: ask with a second result whether there is one", j.c.Position(u.Expr.Pos()))
		}
	}
	if l.does&sets == 0 {
		return nil
	}
	refuse := edit.Refuse("a value is made of the one that was there, at %s: replicas may do so at once", j.c.Position(u.Expr.Pos()))
	if l.does&reads != 0 || l.value == nil {
		return refuse
	}
	fd, ok := outermost(u.Nodes)
	if !ok {
		return nil
	}
	key := u.Text(ast.Unparen(l.key))
	for _, x := range j.used {
		if x == u || !within(x.Expr.Pos(), fd) {
			continue
		}
		if loop, ok := x.Nodes[1].(*ast.RangeStmt); ok && within(u.Expr.Pos(), loop.Body) {
			return refuse
		}
		other := j.operation(x)
		if other != nil && other.does&(finds|reads) != 0 && x.Text(ast.Unparen(other.key)) == key && !presence(other) {
			return refuse
		}
	}
	return nil
}

// presence reports whether a look-up only asks whether there is an entry.
func presence(l *lookup) bool {
	a, ok := l.up[0].(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 2 {
		return false
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	return ok && id.Name == "_"
}

// lookup is the method that looks an entry up: one that is removed in the same
// function is taken, so that one of two replicas gets it.
//
//	login, ok := s.states[state]        login, ok := s.states.Take(state)
//	delete(s.states, state)             s.states.Delete(state)
func (j *job) lookup(u *use) (string, error) {
	l := j.operation(u)
	if j.session != nil || l == nil || presence(l) || u.Test {
		return "Lookup", nil
	}
	if !j.shared && !j.atOnce(u, l) {
		return "Lookup", nil // what happens in between is told apart when the calls end
	}
	taken, err := j.usedUp(u, l)
	if taken {
		return "Take", err
	}
	return "Lookup", err
}

// atOnce reports whether an entry is removed right after it was looked up, but for
// the question whether there is one, and the function puts none back.
func (j *job) atOnce(u *use, l *lookup) bool {
	fd, ok := outermost(u.Nodes)
	if !ok || slices.ContainsFunc(j.used, func(x *use) bool {
		other := j.operation(x)
		return other != nil && other.does&sets != 0 && within(x.Expr.Pos(), fd)
	}) {
		return false
	}
	for _, s := range following(l.up) {
		switch s := s.(type) {
		case *ast.ExprStmt:
			call, ok := s.X.(*ast.CallExpr)
			return ok && builtin(u.Spot, call, "delete") && j.mentioned(u.Spot, call.Args[0]) && u.Text(ast.Unparen(call.Args[1])) == u.Text(ast.Unparen(l.key))
		case *ast.IfStmt:
			if !returns(s) {
				return false
			}
			if not, ok := ast.Unparen(s.Cond).(*ast.UnaryExpr); !ok || not.Op != token.NOT || s.Else != nil {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// usedUp reports whether an entry that is looked up is always removed afterwards. It
// refuses one of which that depends on what it holds.
func (j *job) usedUp(u *use, l *lookup) (bool, error) {
	key := u.Text(ast.Unparen(l.key))
	stmt, _ := l.up[0].(ast.Stmt)
	list := following(l.up)
	removes := func(n ast.Node) bool {
		found := false
		ast.Inspect(n, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && builtin(u.Spot, call, "delete") && len(call.Args) == 2 && j.mentioned(u.Spot, call.Args[0]) && u.Text(ast.Unparen(call.Args[1])) == key
			return !found
		})
		return found
	}
	ok := func(e ast.Expr) bool { // !ok
		not, isNot := ast.Unparen(e).(*ast.UnaryExpr)
		a, isAssign := stmt.(*ast.AssignStmt)
		return isNot && not.Op == token.NOT && isAssign && u.Text(not.X) == u.Text(a.Lhs[1])
	}
	spared := false // it may return before
	for _, s := range list {
		switch x := s.(type) {
		case *ast.ExprStmt, *ast.DeferStmt:
			if removes(s) && spared {
				return false, edit.Refuse("whether an entry is used up depends on what it holds, at %s: replicas may both use it", j.c.Position(s.Pos()))
			}
			if removes(s) {
				if stmt, ok := s.(*ast.ExprStmt); ok {
					j.gone[stmt.X] = stmt // it is in the look-up now
				}
				return true, nil
			}
		case *ast.IfStmt:
			missed := implied(x.Cond, ok) && x.Else == nil // there is none
			spared = spared || !missed && returns(s) && !removes(s)
		default:
			spared = spared || returns(s)
		}
	}
	return false, nil
}

// following are the statements that follow a look-up: behind its own, or those of the
// branch for what was found.
func following(up []ast.Node) []ast.Stmt {
	if len(up) < 2 {
		return nil
	}
	switch p := up[1].(type) {
	case *ast.BlockStmt:
		i := slices.IndexFunc(p.List, func(s ast.Stmt) bool { return ast.Node(s) == up[0] })
		return p.List[i+1:]
	case *ast.IfStmt: // if login, ok := s.states[state]; ok {
		if _, ok := ast.Unparen(p.Cond).(*ast.Ident); ok && p.Init == up[0] {
			return p.Body.List
		}
	}
	return nil
}

// returns reports whether a statement may return.
func returns(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		_, ok := n.(*ast.ReturnStmt)
		found = found || ok
		_, isFunc := n.(*ast.FuncLit)
		return !isFunc && !found
	})
	return found
}

// unchanged refuses entries that are changed where they are held: in a table, a
// change of what was looked up is one of a copy.
func (j *job) unchanged() error {
	parts := (&anyUse{job: j})
	for _, pkg := range j.c.Packages {
		if pkg.Path == j.c.Handles {
			continue
		}
		for _, f := range pkg.Files {
			s, err := j.c.Place(f.Name.Pos())
			if err != nil {
				continue
			}
			var found error
			check := func(e ast.Expr, up []ast.Node) {
				if found == nil && j.changes(s, parts, e, up) {
					found = edit.Refuse("an entry is changed where it is held, at %s", j.c.Position(e.Pos()))
				}
			}
			parents(f, func(n ast.Node, up []ast.Node) {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, l := range n.Lhs {
						check(l, up)
					}
				case *ast.IncDecStmt:
					check(n.X, up)
				case *ast.CallExpr:
					if len(n.Args) > 0 && (builtin(s, n, "delete") || builtin(s, n, "clear") || builtin(s, n, "copy") || sorts(s, n)) {
						check(n.Args[0], up)
					}
				case *ast.UnaryExpr:
					if _, ok := ast.Unparen(n.X).(*ast.SelectorExpr); ok && n.Op == token.AND {
						check(n.X, up) // somebody may change it through the pointer
					}
				}
			})
			if found != nil {
				return found
			}
		}
	}
	return nil
}

// sorts reports whether a call moves the elements of its first argument.
func sorts(s *edit.Spot, call *ast.CallExpr) bool {
	fn := s.Callee(call)
	return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "sort" || fn.Pkg().Path() == "slices" && (fn.Name()[0] == 'S' || fn.Name() == "Reverse"))
}

// changes reports whether an assignment to an expression changes an entry that is
// held: not the copy that a variable is, not one that is made here, and not one that
// the function sets afterwards.
func (j *job) changes(s *edit.Spot, parts *anyUse, e ast.Expr, up []ast.Node) bool {
	entry, shared := false, false
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			v, ok := s.Info.Uses[x.Sel].(*types.Var)
			if !ok || !v.IsField() || lock(v.Type()) {
				return false
			}
			t := s.Info.TypeOf(x.X)
			if ptr, ok := t.Underlying().(*types.Pointer); ok {
				t, shared = ptr.Elem(), true
			}
			entry = entry || parts.part(t)
			if !parts.part(t) && !entry {
				return false
			}
			e = x.X
		case *ast.IndexExpr:
			if _, array := s.Info.TypeOf(x.X).Underlying().(*types.Array); !array {
				shared = true
			}
			if same(mentionedVar(s, x.X), j.obj) {
				return entry // of what the map holds
			}
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			t := s.Info.TypeOf(x)
			entry, shared = entry || parts.part(t), true
			e = x.X
		case *ast.Ident:
			v, ok := s.Info.ObjectOf(x).(*types.Var)
			return entry && shared && ok && !j.fresh(s, v) && !j.setLater(s, v, up, x.Pos())
		default:
			return entry && shared
		}
	}
}

// mentionedVar is the variable or field that an expression names, nil if none.
func mentionedVar(s *edit.Spot, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return s.Info.Uses[e.Sel]
	case *ast.Ident:
		return s.Info.Uses[e]
	}
	return nil
}

// fresh reports whether a variable of a function holds what is made there.
func (j *job) fresh(s *edit.Spot, v *types.Var) bool {
	if v.IsField() || v.Parent() == s.Types.Scope() || j.isParameter(s, v) || j.isReceiver(s, v) {
		return false
	}
	return !slices.ContainsFunc(values(s, v), func(a assignment) bool {
		if a.value == nil {
			return true
		}
		e := ast.Unparen(a.value)
		if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
			e = ast.Unparen(u.X)
		}
		switch e := e.(type) {
		case *ast.CompositeLit, *ast.BasicLit:
			return false
		case *ast.CallExpr:
			return !builtin(s, e, "new") && !builtin(s, e, "make")
		}
		return true
	})
}

func (j *job) isReceiver(s *edit.Spot, v *types.Var) bool {
	return slices.ContainsFunc(s.File.Decls, func(d ast.Decl) bool {
		fd, ok := d.(*ast.FuncDecl)
		return ok && fd.Recv != nil && within(v.Pos(), fd.Recv)
	})
}

// setLater reports whether the function around a place sets an entry to a variable
// behind it, itself or by a function that it gives it to.
func (j *job) setLater(s *edit.Spot, v *types.Var, up []ast.Node, pos token.Pos) bool {
	for i := len(up) - 1; i >= 0; i-- {
		fd, ok := up[i].(*ast.FuncDecl)
		if !ok {
			continue
		}
		is := func(e ast.Expr) bool {
			id, ok := ast.Unparen(e).(*ast.Ident)
			return ok && s.Info.ObjectOf(id) == types.Object(v)
		}
		if slices.ContainsFunc(j.used, func(u *use) bool {
			l := j.operation(u)
			return l != nil && l.value != nil && within(u.Expr.Pos(), fd) && u.Expr.Pos() > pos && is(l.value)
		}) {
			return true
		}
		found := false
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && call.Pos() > pos && !found {
				i := slices.IndexFunc(call.Args, is)
				found = i >= 0 && j.setter(s.Callee(call), i)
			}
			return !found
		})
		return found
	}
	return false
}

// setter reports whether a function sets an entry to one of its parameters; if it
// is a method of an interface, whether the one that does is behind it.
func (j *job) setter(fn *types.Func, i int) bool {
	if fn == nil {
		return false
	}
	return slices.ContainsFunc(j.used, func(u *use) bool {
		l := j.operation(u)
		if l == nil || l.value == nil || u.Test {
			return false
		}
		id, ok := ast.Unparen(l.value).(*ast.Ident)
		if !ok {
			return false
		}
		v, _ := u.Info.ObjectOf(id).(*types.Var)
		fd, at := parameter(u.Spot, u.Nodes, v)
		if fd == nil || at != i {
			return false
		}
		set, ok := u.Info.Defs[fd.Name].(*types.Func)
		if !ok {
			return false
		}
		if same(set, fn) {
			return true
		}
		recv := fn.Signature().Recv()
		if recv == nil || set.Signature().Recv() == nil {
			return false
		}
		n, ok := types.Unalias(recv.Type()).(*types.Named)
		return ok && types.IsInterface(n) && fn.Name() == set.Name() && has(n, set)
	})
}
