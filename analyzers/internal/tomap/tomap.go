// Package tomap rewrites a map in the memory of the process to a Map of the
// scaffolded package. The type of the map changes, and each operation on it gets
// the context of the call that it belongs to:
//
//	games map[string]*Game                games *handles.Map[string, *Game]
//	g, ok := e.games[id]                  g, ok := e.games.In(ctx).Lookup(id)
//
// Functions in between that have no context get one, and so do all that call
// them; the handlers in which the chains of calls begin are wrapped. What a call
// changes, also behind a pointer that the map holds, is stored when it ends.
//
// That is the same as before only if a call is all that sees its copy. So every
// use of the map must be found in a handler, a value must survive JSON, and
// nothing else that outlives the call may hold a part of it.
package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// ttl is how long a value is kept after it was last changed: the rewrite has to
// choose, and says so.
const ttl = "24 * time.Hour"

// lasts is what the descriptions of tools that store say.
const lasts = "What it stores is kept for 24 hours after the last change."

// job is one rewrite.
type job struct {
	c        *rule.Context
	f        rule.Finding
	obj      *types.Var // the map
	kind     kind
	key      types.Type // of its keys, as they are after the rewrite
	elem     types.Type // of its values
	decl     *edit.Spot // where it is declared
	pointers bool       // its keys were pointers to sessions
	name     string     // of the Map in the store
	fix      *edit.Fix
	funcs    map[ast.Node]*fn
	queue    []*fn

	asks    bool                 // the SDK verifies no tokens: who does must say who calls
	hidden  []hidden             // fields that have to be exported
	buffer  []*types.Var         // fields that need a type which JSON brings back
	swept   map[ast.Node]*fn     // functions that remove what is old, nil for others
	used    []*use               // of the map
	widened map[*types.Func]bool // methods of interfaces that take a context now
	handed  map[token.Pos]bool   // calls that pass one on
	roots   []*fn                // handlers
	mains   []*fn                // functions that have nobody to get a context from
	api     []string

	gone    map[ast.Expr]*ast.ExprStmt // removals that a look-up does now
	shared  bool                       // all callers alike have it, and each operation takes effect at once
	session *session                   // of a map under the session's id
	lookups map[ast.Expr]*lookup       // by the expression that reads or changes the entry
}

// Move rewrites the map of a finding.
func Move(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	return newJob(c, f).move()
}

func newJob(c *rule.Context, f rule.Finding) *job {
	return &job{c: c, f: f, fix: &edit.Fix{Review: true}, funcs: map[ast.Node]*fn{}, widened: map[*types.Func]bool{}, handed: map[token.Pos]bool{}, swept: map[ast.Node]*fn{}, lookups: map[ast.Expr]*lookup{}, gone: map[ast.Expr]*ast.ExprStmt{}}
}

func (j *job) move() (*edit.Fix, error) {
	if err := j.object(); err != nil {
		return nil, err
	}
	if _, _, err := j.decl.NeedsHandles("New" + j.container()); err != nil {
		return nil, err
	}
	uses := j.used
	if j.session != nil {
		if err := j.sessions(uses); err != nil {
			return nil, err
		}
	}
	if err := j.declare(); err != nil {
		return nil, err
	}
	for _, u := range uses {
		if err := j.use(u); err != nil {
			return nil, err
		}
	}
	for len(j.queue) > 0 {
		next := j.queue[0]
		j.queue = j.queue[1:]
		if err := j.follow(next); err != nil {
			return nil, err
		}
	}
	if err := j.rebuffer(); err != nil {
		return nil, err
	}
	if err := j.export(); err != nil {
		return nil, err
	}
	if err := j.keys(uses); err != nil {
		return nil, err
	}
	for _, check := range []func() error{j.starts, j.public, j.alone, j.once} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if err := j.companions(uses); err != nil {
		return nil, err
	}
	if j.session == nil {
		j.describe()
	}
	under := ""
	if j.session != nil {
		under = "under a handle, " + j.session.handle.Argument + ", "
	}
	j.fix.Message = "moves it to the store that all replicas share, per caller, " + under + "for 24 hours after the last change"
	if len(j.api) > 0 {
		slices.Sort(j.api)
		j.fix.Message += "; these take a context now: " + strings.Join(slices.Compact(j.api), ", ")
	}
	if j.asks {
		j.fix.Message += "; call WithCaller of the package for handles where a token is verified, or callers over HTTP are refused"
	}
	if err := j.c.Start(j.fix); err != nil {
		return nil, err
	}
	return j.fix, j.tidy()
}

// keys has the server make keys that replicas cannot make twice.
func (j *job) keys(uses []*use) error {
	if j.session != nil {
		return j.handOut()
	}
	return j.minted(uses)
}

// object finds the map that the finding is about.
func (j *job) object() (err error) {
	if j.decl, err = j.c.At(j.f.Site); err != nil {
		return err
	}
	if j.obj, err = j.decl.Variable(); err != nil {
		return err
	}
	if err := j.outside(); err != nil {
		return err
	}
	if j.used, err = j.uses(); err != nil {
		return err
	}
	if err := j.types(); err != nil {
		return err
	}
	st := j.storing()
	if err := st.storable(j.elem, nil); err != nil {
		return err
	}
	j.hidden, j.buffer = st.hidden, st.buffer
	if st.open {
		if err := j.anything(); err != nil {
			return err
		}
	}
	j.name = j.f.Object
	for _, p := range j.c.Packages {
		if p.Types != j.decl.Types && p.Types.Name() == j.decl.Types.Name() {
			j.name = strings.TrimPrefix(j.f.Package+strings.TrimPrefix(j.f.Object, j.decl.Types.Name()), "/")
		}
	}
	return nil
}

// handles is the scaffolded package, nil if it is not among those that were asked
// for.
func (j *job) handles() *types.Package {
	for _, p := range j.c.Packages {
		if p.Path == j.c.Handles {
			return p.Types
		}
	}
	return nil
}

func (j *job) storing() *storing {
	return &storing{pkg: j.decl.Types, own: func(tn *types.TypeName) bool {
		return slices.ContainsFunc(j.c.Packages, func(p *edit.Package) bool { return p.Types == tn.Pkg() })
	}}
}

// qualifier imports the scaffolded package at a place.
func (j *job) qualifier(s *edit.Spot, names ...string) (string, error) {
	q, imp, err := s.NeedsHandles(names...)
	if err != nil {
		return "", err
	}
	if imp != nil {
		j.fix.Add(*imp)
	}
	return q, nil
}

// tidy removes the imports that nothing needs any more.
func (j *job) tidy() error {
	seen := map[*ast.File]bool{}
	for _, e := range slices.Clone(j.fix.Edits) {
		s, err := j.c.Place(e.Pos)
		if err != nil {
			return err
		}
		if seen[s.File] {
			continue
		}
		seen[s.File] = true
		for _, e := range s.Unneeded(j.fix.Edits) {
			j.fix.Drop(e)
		}
	}
	return nil
}

func (j *job) add(edits ...edit.Edit) {
	for _, e := range edits {
		if e.Pos != e.End || e.New != "" {
			j.fix.Edits = append(j.fix.Edits, e)
		}
	}
}

// describe says in the descriptions of the tools that store how long it lasts, if
// these are written in place. Entries with a time of their own may leave earlier.
func (j *job) describe() {
	if st := j.state(); st != nil && j.c.View.ExpireByThemselves(st) || j.ends() {
		return
	}
	for _, r := range j.roots {
		pos := r.node.Pos()
		if fd, ok := r.node.(*ast.FuncDecl); ok {
			pos = fd.Name.Pos()
		}
		t := toolsyntax.Served(j.c, pos)
		if t == nil || !r.stores() {
			continue
		}
		if def, err := toolsyntax.At(j.c, t.Registered()); err == nil {
			def.Says(lasts, j.fix)
		}
	}
}

// ends reports whether entries say themselves until when they are good: a field of
// theirs is set to a later time.
//
//	&approval{Until: time.Now().Add(10 * time.Minute)}
func (j *job) ends() bool {
	t := j.elem
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	fields := slices.Collect(st.Fields())
	found := false
	for _, p := range j.c.Packages {
		s := &edit.Spot{Package: p}
		later := func(field *ast.Ident, value ast.Expr) {
			v, isVar := p.Info.Uses[field].(*types.Var)
			call, isCall := ast.Unparen(value).(*ast.CallExpr)
			if isVar && isCall && slices.Contains(fields, v) {
				fn := s.Callee(call)
				found = found || fn != nil && fn.FullName() == "(time.Time).Add"
			}
		}
		for _, f := range p.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.KeyValueExpr:
					if id, ok := n.Key.(*ast.Ident); ok {
						later(id, n.Value)
					}
				case *ast.AssignStmt:
					for i, l := range n.Lhs {
						if sel, ok := l.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) {
							later(sel.Sel, n.Rhs[i])
						}
					}
				}
				return !found
			})
		}
	}
	return found
}

// within reports whether a position is inside a node.
func within(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }
