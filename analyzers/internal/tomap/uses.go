package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// use is one mention of the map.
type use = edit.Mention

// uses lists the mentions of the map, also those in tests.
func (j *job) uses() ([]*use, error) {
	return j.c.Mentions(j.c.All(), func(o types.Object) bool { return same(o, j.obj) })
}

// same compares objects by where they are declared: tests are checked anew, with
// objects of their own.
func same(a, b types.Object) bool {
	return a == b || a != nil && b != nil && a.Pos().IsValid() && a.Pos() == b.Pos() && a.Name() == b.Name()
}

// use rewrites one mention of the map.
func (j *job) use(u *use) error {
	if len(u.Nodes) < 3 {
		return j.unknown(u)
	}
	switch parent := u.Nodes[1].(type) {
	case *ast.KeyValueExpr: // &T{games: map[string]*Game{}}
		if parent.Key == u.Expr {
			return j.make(u.Spot, parent.Value)
		}
	case *ast.BinaryExpr: // if s.games == nil
		if nilIn(u, parent) {
			return nil
		}
	case *ast.AssignStmt:
		return j.assigned(u, parent)
	case *ast.IndexExpr:
		if parent.X == u.Expr {
			return j.entry(u, parent)
		}
	case *ast.RangeStmt: // for id, g := range s.games
		if parent.X == u.Expr {
			if id, ok := parent.Key.(*ast.Ident); j.pointers && (!ok || id.Name != "_") {
				return edit.Refuse("it tells which sessions there are, at %s", j.c.Position(u.Expr.Pos()))
			}
			return j.all(u)
		}
	case *ast.SelectorExpr:
		if j.kind == syncMap {
			return j.call(u)
		}
	case *ast.CallExpr:
		if stmt := j.gone[parent]; stmt != nil {
			j.fix.Add(u.DeleteStmt(stmt))
			return nil
		}
		if j.session != nil && builtin(u.Spot, parent, "delete") && j.dropHook(u.Spot, u.Nodes, parent) {
			return nil
		}
		return j.argument(u, parent)
	}
	return j.unknown(u)
}

func (j *job) unknown(u *use) error {
	return edit.Refuse("%s is used in a way that is not known, at %s", j.obj.Name(), j.c.Position(u.Expr.Pos()))
}

// call rewrites the call of a method of a sync.Map.
//
//	v, ok := s.sessions.Load(id)        v, ok := s.sessions.In(ctx).Load(id)
func (j *job) call(u *use) error {
	method, call := j.method(u)
	if call == nil {
		return j.unknown(u)
	}
	l := j.operation(u)
	if l != nil && l.does == ends && j.session != nil && j.dropHook(u.Spot, u.Nodes, call) {
		return nil
	}
	if method == "Range" {
		if _, ok := ast.Unparen(call.Args[0]).(*ast.FuncLit); !ok {
			return j.unknown(u)
		}
		if j.pointers {
			return edit.Refuse("it tells which sessions there are, at %s", j.c.Position(u.Expr.Pos()))
		}
	}
	in, err := j.in(u, l != nil && l.does&sets != 0)
	if err == nil {
		j.add(edit.Insert(u.Expr.End(), in))
	}
	return err
}

func nilIn(u *use, b *ast.BinaryExpr) bool {
	other := b.X
	if ast.Unparen(b.X) == u.Expr {
		other = b.Y
	}
	return u.Spot.IsNil(other)
}

// assigned rewrites what makes the map in a statement of its own: where the value
// that holds it is made, or where it was found not to be there. Anywhere else
// that would take the entries of all calls away.
func (j *job) assigned(u *use, a *ast.AssignStmt) error {
	i := slices.Index(a.Lhs, u.Expr)
	if i < 0 || a.Tok != token.ASSIGN || len(a.Lhs) != len(a.Rhs) {
		return j.unknown(u)
	}
	for n, node := range u.Nodes {
		switch node := node.(type) {
		case *ast.IfStmt:
			if b, ok := ast.Unparen(node.Cond).(*ast.BinaryExpr); ok && b.Op == token.EQL && u.Text(ast.Unparen(b.X)) == u.Text(u.Expr) && u.Spot.IsNil(b.Y) && u.Nodes[n-1] == ast.Node(node.Body) {
				return j.make(u.Spot, a.Rhs[i])
			}
		case *ast.FuncLit:
			return edit.Refuse("%s is made anew, at %s", j.obj.Name(), j.c.Position(a.Pos()))
		case *ast.FuncDecl:
			if node.Name.Name == "init" || j.makesHolder(u, node) {
				return j.make(u.Spot, a.Rhs[i])
			}
		}
	}
	return edit.Refuse("%s is made anew, at %s", j.obj.Name(), j.c.Position(a.Pos()))
}

// makesHolder reports whether a function returns what holds the map, as
// constructors do.
func (j *job) makesHolder(u *use, fd *ast.FuncDecl) bool {
	sel, ok := u.Expr.(*ast.SelectorExpr)
	if !ok || fd.Type.Results == nil || fd.Recv != nil {
		return false
	}
	holder := u.Info.TypeOf(sel.X)
	for _, r := range fd.Type.Results.List {
		if t := u.Info.TypeOf(r.Type); t != nil && holder != nil && (types.Identical(t, holder) || types.Identical(t, types.NewPointer(holder))) {
			return true
		}
	}
	return false
}

// in is how an operation at a use reaches the map: through the context of the
// function around it.
func (j *job) in(u *use, writes bool) (string, error) {
	if j.shared {
		return "", nil
	}
	if f, err := j.sweeper(u); f != nil || err != nil {
		if err != nil {
			return "", err
		}
		return ".In(" + f.ctx + ")", nil
	}
	f, err := j.context(u.Spot, u.Nodes, u.Expr.Pos())
	if err != nil {
		return "", err
	}
	f.writes = f.writes || writes
	if !j.test(u.Spot) {
		return ".In(" + f.ctx + ")", nil
	}
	q, err := j.importContext(u.Spot)
	return ".In(" + q + "Background())", err
}

// entry rewrites the use of one entry.
func (j *job) entry(u *use, index *ast.IndexExpr) error {
	read := func(method string) error {
		in, err := j.in(u, false)
		if err != nil {
			return err
		}
		// Comments beside the key stay.
		j.add(edit.Edit{Pos: u.Expr.End(), End: index.Lbrack + 1, New: in + "." + method + "("}, edit.Edit{Pos: index.Rbrack, End: index.End(), New: ")"})
		return nil
	}
	switch parent := u.Nodes[2].(type) {
	case *ast.AssignStmt:
		if slices.Contains(parent.Lhs, ast.Expr(index)) {
			return j.set(u, index, parent)
		}
		if len(parent.Lhs) == 2 && len(parent.Rhs) == 1 {
			method, err := j.lookup(u) // g, ok := s.games[id]
			if err != nil {
				return err
			}
			return read(method)
		}
	case *ast.ValueSpec:
		if len(parent.Names) == 2 && len(parent.Values) == 1 {
			return read("Lookup")
		}
	case *ast.IncDecStmt: // s.hits[id]++
		return j.change(u, index, parent, parent.Tok.String()[:1]+" 1", parent.End())
	case *ast.UnaryExpr:
		if parent.Op == token.AND {
			return j.unknown(u)
		}
	case *ast.RangeStmt:
		if parent.X != ast.Expr(index) {
			return j.unknown(u)
		}
	}
	// What is changed behind the value is stored as well.
	for i := 2; i < len(u.Nodes); i++ {
		switch n := u.Nodes[i].(type) {
		case *ast.IndexExpr, *ast.SelectorExpr, *ast.ParenExpr, *ast.StarExpr, *ast.SliceExpr:
			continue
		case *ast.AssignStmt:
			if i > 2 && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return within(u.Expr.Pos(), e) }) {
				if f, err := j.context(u.Spot, u.Nodes, u.Expr.Pos()); err == nil {
					f.writes = true
				}
			}
		}
		break
	}
	return read("Get")
}

// set rewrites an assignment to an entry.
//
//	s.games[id] = g         s.games.In(ctx).Set(id, g)
func (j *job) set(u *use, index *ast.IndexExpr, a *ast.AssignStmt) error {
	if len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return edit.Refuse("an entry is set together with something else, at %s: put it in a statement of its own", j.c.Position(u.Expr.Pos()))
	}
	if a.Tok != token.ASSIGN { // s.hits[id] += n
		op := a.Tok.String()
		return j.change(u, index, a, op[:len(op)-1]+" ("+u.Text(a.Rhs[0])+")", a.End())
	}
	in, err := j.in(u, true)
	if err != nil {
		return err
	}
	j.add(edit.Edit{Pos: u.Expr.End(), End: index.Index.Pos(), New: in + ".Set("},
		edit.Edit{Pos: index.Index.End(), End: a.Rhs[0].Pos(), New: ", "},
		edit.Insert(a.Rhs[0].End(), ")"))
	return nil
}

// change rewrites a statement that makes the new entry of the old one.
//
//	s.hits[id]++            s.hits.In(ctx).Set(id, s.hits.In(ctx).Get(id) + 1)
func (j *job) change(u *use, index *ast.IndexExpr, stmt ast.Node, rest string, end token.Pos) error {
	key := j.keyText(u, index.Index)
	switch ast.Unparen(index.Index).(type) {
	case *ast.Ident, *ast.BasicLit, *ast.SelectorExpr:
	default:
		if key != u.Text(index.Index) {
			break // the handle
		}
		return edit.Refuse("the key at %s would be worked out twice: put it in a variable", j.c.Position(index.Index.Pos()))
	}
	in, err := j.in(u, true)
	if err != nil {
		return err
	}
	if a, ok := stmt.(*ast.AssignStmt); ok && j.mentioned(u.Spot, a.Rhs[0]) {
		return edit.Refuse("an entry is changed by others of the same map, at %s: put them in variables", j.c.Position(u.Expr.Pos()))
	}
	m := u.Text(u.Expr)
	j.fix.Edits = slices.DeleteFunc(j.fix.Edits, func(e edit.Edit) bool { return stmt.Pos() <= e.Pos && e.End <= end })
	j.add(edit.Edit{Pos: stmt.Pos(), End: end, New: m + in + ".Set(" + key + ", " + m + in + ".Get(" + key + ") " + rest + ")"})
	return nil
}

// mentioned reports whether the map is used below a node.
func (j *job) mentioned(s *edit.Spot, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && same(s.Info.Uses[id], j.obj) {
			found = true
		}
		return !found
	})
	return found
}

// all rewrites a use of the whole map.
func (j *job) all(u *use) error {
	in, err := j.in(u, false)
	if err != nil {
		return err
	}
	j.add(edit.Insert(u.Expr.End(), in+".All()"))
	return nil
}

// argument rewrites a call that is given the map.
func (j *job) argument(u *use, call *ast.CallExpr) error {
	i := slices.Index(call.Args, u.Expr)
	if i < 0 {
		return j.unknown(u)
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && i == 0 {
		switch u.Info.Uses[id] {
		case types.Universe.Lookup("len"):
			in, err := j.in(u, false)
			if err != nil {
				return err
			}
			j.add(edit.Edit{Pos: call.Pos(), End: u.Expr.Pos()}, edit.Edit{Pos: u.Expr.End(), End: call.End(), New: in + ".Len()"})
			return nil
		case types.Universe.Lookup("delete"):
			in, err := j.in(u, false)
			if err != nil {
				return err
			}
			j.add(edit.Edit{Pos: call.Pos(), End: u.Expr.Pos()}, edit.Edit{Pos: u.Expr.End(), End: call.Args[1].Pos(), New: in + ".Delete("})
			return nil
		}
	}
	fn := u.Callee(call)
	switch {
	case fn == nil || fn.Pkg() == nil:
		return j.unknown(u)
	case fn.Pkg().Path() == "maps" && slices.Contains([]string{"Keys", "Values", "All", "Clone"}, fn.Name()):
		return j.all(u)
	case j.onlyReads(fn, i):
		return j.all(u)
	}
	return edit.Refuse("%s is passed on to %s, at %s", j.obj.Name(), fn.Name(), j.c.Position(u.Expr.Pos()))
}

// onlyReads reports whether a function of the module does nothing to a parameter
// but range over it, count it, or look entries up.
func (j *job) onlyReads(fn *types.Func, i int) bool {
	s, fd := j.body(fn)
	if fd == nil || fn.Signature().Variadic() || fn.Signature().TypeParams().Len() > 0 || i >= fn.Signature().Params().Len() {
		return false
	}
	param := fn.Signature().Params().At(i)
	ok := true
	parents(fd.Body, func(n ast.Node, up []ast.Node) {
		id, isID := n.(*ast.Ident)
		if !isID || !same(s.Info.Uses[id], param) {
			return
		}
		switch p := up[len(up)-1].(type) {
		case *ast.RangeStmt:
			ok = ok && p.X == ast.Expr(id)
		case *ast.CallExpr:
			f, isName := p.Fun.(*ast.Ident)
			ok = ok && isName && s.Info.Uses[f] == types.Universe.Lookup("len")
		case *ast.IndexExpr:
			a, assigned := up[len(up)-2].(*ast.AssignStmt)
			_, counted := up[len(up)-2].(*ast.IncDecStmt)
			ok = ok && p.X == ast.Expr(id) && !counted && !(assigned && slices.Contains(a.Lhs, ast.Expr(p)))
		default:
			ok = false
		}
	})
	return ok
}

// parents visits the nodes below a node with those around each, the nearest last.
func parents(n ast.Node, visit func(n ast.Node, up []ast.Node)) { edit.Parents(n, visit) }
