package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

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
	j.session = &session{holders: map[ast.Node]*holder{}, asked: map[asked]bool{}, dropped: map[*ast.CallExpr]bool{}}
	return j.move()
}

// session is what becomes of the session's id.
type session struct {
	word    string // for one entry
	handle  toolsyntax.Handle
	holders map[ast.Node]*holder
	order   []*holder
	asked   map[asked]bool
	dropped map[*ast.CallExpr]bool // calls that go: they end what ends by itself
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
	s.word = word(j.obj.Name(), j.typ.Elem())
	s.handle = toolsyntax.Handle{Argument: snake(s.word) + "_id", Field: strings.ToUpper(s.word[:1]) + s.word[1:] + "ID"}
	if s.word == edit.Singular(j.obj.Name()) {
		j.name = j.name[:strings.LastIndexByte(j.name, '.')]
	}
	j.name += "." + s.word // two maps may have the same word
	if s.word != j.obj.Name() && j.twin(s.word) {
		return edit.Refuse("%s stands beside something that is called %s: rename one of them", j.obj.Name(), s.word)
	}
	for _, u := range uses {
		key, does := j.operation(u)
		if key == nil || j.test(u.Spot) {
			continue
		}
		if call, ok := u.Nodes[1].(*ast.CallExpr); ok && j.dropHook(u.Spot, u.Nodes, call) {
			continue
		}
		if f, err := j.sweeper(u); f != nil || err != nil || j.ranged(u, key) {
			if err != nil {
				return err
			}
			continue
		}
		if err := j.trace(u.Spot, u.Nodes, key, does, nil); err != nil {
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
	for _, n := range u.Nodes {
		if loop, ok := n.(*ast.RangeStmt); ok {
			k, ok := loop.Key.(*ast.Ident)
			if ok && u.Info.ObjectOf(k) == u.Info.ObjectOf(id) && j.mentioned(u.Spot, loop.X) {
				return true
			}
		}
	}
	return false
}

// caches reports whether a look-up that finds nothing makes the entry anew, out of
// something else than what callers have said or what was there.
func (j *job) caches(uses []*use) bool {
	st := j.state()
	return st != nil && st.Rebuilds && !st.Values.Has(view.FromArg) &&
		!slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Depth > 0 }) &&
		!slices.ContainsFunc(uses, func(u *use) bool { _, does := j.operation(u); return does == sets|reads })
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

// operation is the key of a use, and what is done under it; nil if it is not the
// use of one entry.
func (j *job) operation(u *use) (ast.Expr, op) {
	if len(u.Nodes) < 3 {
		return nil, 0
	}
	switch parent := u.Nodes[1].(type) {
	case *ast.CallExpr:
		if id, ok := ast.Unparen(parent.Fun).(*ast.Ident); ok && u.Info.Uses[id] == types.Universe.Lookup("delete") && len(parent.Args) == 2 {
			return parent.Args[1], ends
		}
	case *ast.IndexExpr:
		if parent.X != u.Expr {
			return nil, 0
		}
		switch stmt := u.Nodes[2].(type) {
		case *ast.AssignStmt:
			switch {
			case slices.Contains(stmt.Lhs, ast.Expr(parent)) && stmt.Tok == token.ASSIGN:
				return parent.Index, sets
			case slices.Contains(stmt.Lhs, ast.Expr(parent)):
				return parent.Index, sets | reads
			case len(stmt.Lhs) == 2 && len(stmt.Rhs) == 1 && j.fails(u.Spot, u.Nodes[2:], stmt.Lhs[1], 0):
				return parent.Index, finds
			}
		case *ast.IncDecStmt:
			return parent.Index, sets | reads
		}
		return parent.Index, reads
	}
	return nil, 0
}

// trace follows a key to the session's id, and puts the handle in its place. The
// statement is the one that makes the variable that the key is in.
func (j *job) trace(s *edit.Spot, path []ast.Node, key ast.Expr, does op, from *ast.AssignStmt) error {
	key = ast.Unparen(key)
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
		if typ.Results != nil && len(typ.Results.List) > 0 || !slices.ContainsFunc(typ.Params.List, func(f *ast.Field) bool { return isSession(s.Info.TypeOf(f.Type)) }) {
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

// values are the expressions that are assigned to a variable, nil for one that is
// not known; the begin of a parameter is not among them.
func values(s *edit.Spot, v *types.Var) (out []assignment) {
	if v == nil {
		return nil
	}
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && s.Info.ObjectOf(id) == types.Object(v)
	}
	ast.Inspect(s.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if !is(l) {
					continue
				}
				a := assignment{stmt: n}
				if len(n.Lhs) == len(n.Rhs) && (n.Tok == token.DEFINE || n.Tok == token.ASSIGN) {
					a.value = n.Rhs[i]
				}
				out = append(out, a)
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if s.Info.Defs[id] == types.Object(v) && len(n.Values) > 0 {
					a := assignment{}
					if len(n.Values) == len(n.Names) {
						a.value = n.Values[i]
					}
					out = append(out, a)
				}
			}
		case *ast.RangeStmt:
			if n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value) {
				out = append(out, assignment{})
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && is(n.X) {
				out = append(out, assignment{}) // somebody else may set it
			}
		}
		return true
	})
	return out
}

type assignment struct {
	value ast.Expr
	stmt  *ast.AssignStmt
}

// origin is what a local variable holds, beside constants that stand in for
// nothing, and the statement that makes the variable so; nil if that is not one
// thing.
func (j *job) origin(s *edit.Spot, v *types.Var) (def ast.Expr, stmt *ast.AssignStmt) {
	if v == nil || v.IsField() || v.Parent() == s.Types.Scope() {
		return nil, nil
	}
	all := values(s, v)
	for _, a := range all {
		switch {
		case a.value == nil:
			return nil, nil
		case s.Info.Types[a.value].Value != nil:
		case def != nil:
			return nil, nil
		default:
			def, stmt = a.value, a.stmt
		}
		if len(all) > 1 && a.stmt != nil && !j.forWantOf(s, a.stmt, v) {
			return nil, nil
		}
	}
	if stmt != nil && (stmt.Tok != token.DEFINE || len(stmt.Lhs) != 1 || len(all) != 1) {
		stmt = nil
	}
	return def, stmt
}

// word makes a word for one entry of a map, out of its name, or else out of what
// its entries are called.
func word(name string, elem types.Type) string {
	if name = bare(name); name != "" {
		return edit.Singular(name)
	}
	if ptr, ok := types.Unalias(elem).(*types.Pointer); ok {
		elem = ptr.Elem()
	}
	if n, ok := types.Unalias(elem).(*types.Named); ok {
		if name = bare(n.Obj().Name()); name != "" {
			return edit.Singular(name)
		}
	}
	return "entry"
}

// bare is a name without what says how it is kept, and for whom.
func bare(name string) string {
	for cut := true; cut; {
		cut = false
		for _, w := range []string{"BySessionID", "BySession", "PerSession", "SessionID", "Sessions", "Session", "Entries", "Entry", "Cache", "States", "State", "Data", "Info", "Store", "Map", "Values"} {
			short := strings.TrimSuffix(name, w)
			if low := strings.ToLower(w[:1]) + w[1:]; short == name && (name == low || strings.HasPrefix(name, low) && unicode.IsUpper(rune(name[len(low)]))) {
				short = name[len(low):]
			}
			if short != name {
				name, cut = short, true
			}
		}
	}
	notASCII := func(r rune) bool { return r > unicode.MaxASCII }
	if len(name) < 3 || name == "items" || strings.ContainsFunc(name, notASCII) { // clients refuse arguments with other names
		return ""
	}
	return name
}

// snake writes a word as arguments are written: basketItem becomes basket_item.
func snake(word string) string {
	var b strings.Builder
	for i, r := range word {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// keyText is the text of a key after the rewrite.
func (j *job) keyText(u *use, key ast.Expr) string {
	if j.session != nil {
		for _, h := range j.session.order {
			if slices.Contains(h.sources, ast.Unparen(key)) {
				return h.name
			}
		}
	}
	return u.Text(key)
}
