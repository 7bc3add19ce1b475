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
	"strconv"
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
	c     *rule.Context
	f     rule.Finding
	obj   *types.Var // the map
	typ   *types.Map
	decl  *edit.Spot // where it is declared
	name  string     // of the Map in the store
	fix   *edit.Fix
	funcs map[ast.Node]*fn
	queue []*fn

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

	session *session // of a map under the session's id
}

// Move rewrites the map of a finding.
func Move(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	return newJob(c, f).move()
}

func newJob(c *rule.Context, f rule.Finding) *job {
	return &job{c: c, f: f, fix: &edit.Fix{Review: true}, funcs: map[ast.Node]*fn{}, widened: map[*types.Func]bool{}, handed: map[token.Pos]bool{}, swept: map[ast.Node]*fn{}}
}

func (j *job) move() (*edit.Fix, error) {
	if err := j.object(); err != nil {
		return nil, err
	}
	if _, _, err := j.decl.NeedsHandles("NewMap"); err != nil {
		return nil, err
	}
	uses, err := j.uses()
	if err != nil {
		return nil, err
	}
	j.used = uses
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
	return j.fix, j.c.Start(j.fix)
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
	m, err := j.decl.StringMap(j.obj, j.obj.Type())
	if err != nil {
		return err
	}
	j.typ = m
	st := j.storing()
	if err := st.storable(m.Elem(), nil); err != nil {
		return err
	}
	j.hidden, j.buffer = st.hidden, st.buffer
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

// declare changes the type of the field or variable, where it has one that is
// written.
func (j *job) declare() error {
	for _, n := range j.decl.Path {
		switch n := n.(type) {
		case *ast.Field:
			if len(n.Names) != 1 {
				return edit.Refuse("the field shares its line with others")
			}
			if n.Tag != nil {
				return edit.Refuse("the field has a tag: something else reads or writes the struct")
			}
			return j.retype(n.Type)
		case *ast.ValueSpec:
			if n.Type != nil {
				if len(n.Names) != 1 {
					return edit.Refuse("the variable shares its type with others")
				}
				if err := j.retype(n.Type); err != nil {
					return err
				}
			}
			i := slices.IndexFunc(n.Names, func(id *ast.Ident) bool { return j.decl.Info.Defs[id] == j.obj })
			if len(n.Values) == 0 {
				return nil
			}
			if i < 0 || len(n.Values) != len(n.Names) {
				return edit.Refuse("it is made by a function, at line %d", j.decl.Line(n.Pos()))
			}
			return j.make(j.decl, n.Values[i])
		case *ast.AssignStmt:
			i := slices.IndexFunc(n.Lhs, func(e ast.Expr) bool {
				id, ok := e.(*ast.Ident)
				return ok && j.decl.Info.Defs[id] == j.obj
			})
			if i < 0 || len(n.Lhs) != len(n.Rhs) {
				return edit.Refuse("it is made by a function, at line %d", j.decl.Line(n.Pos()))
			}
			return j.make(j.decl, n.Rhs[i])
		case *ast.BlockStmt, *ast.FuncType:
			return edit.Refuse("it is a parameter of a function, at line %d", j.decl.Line(n.Pos()))
		}
	}
	return edit.Refuse("its declaration is not known, at line %d", j.decl.Line(j.decl.Pos))
}

// retype writes the new type in the place of the old one.
//
//	map[string]*Game        *handles.Map[string, *Game]
func (j *job) retype(e ast.Expr) error {
	m, ok := e.(*ast.MapType)
	if !ok {
		return edit.Refuse("its type has a name of its own, at line %d", j.decl.Line(e.Pos()))
	}
	q, err := j.qualifier(j.decl)
	if err != nil {
		return err
	}
	j.replaceType(m, "*"+q+"Map[")
	return nil
}

// replaceType writes the types of a map's keys and values as type arguments.
func (j *job) replaceType(m *ast.MapType, open string) {
	j.add(edit.Edit{Pos: m.Pos(), End: m.Key.Pos(), New: open},
		edit.Edit{Pos: m.Key.End(), End: m.Value.Pos(), New: ", "},
		edit.Insert(m.Value.End(), "]"))
}

// make rewrites what makes the map.
//
//	make(map[string]*Game)  handles.NewMap[string, *Game]("shop.games", 24*time.Hour)
func (j *job) make(s *edit.Spot, e ast.Expr) error {
	var m *ast.MapType
	end := e.End()
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		m, _ = e.Type.(*ast.MapType)
		if len(e.Elts) > 0 {
			return edit.Refuse("it begins with entries, at %s", j.c.Position(e.Pos()))
		}
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && s.Info.Uses[id] == types.Universe.Lookup("make") {
			m, _ = e.Args[0].(*ast.MapType)
		}
	}
	if m == nil {
		return edit.Refuse("it is not made with make or an empty literal, at %s", j.c.Position(e.Pos()))
	}
	at, err := j.c.Place(e.Pos())
	if err != nil {
		return err
	}
	q, err := j.qualifier(at)
	if err != nil {
		return err
	}
	t, imp, err := at.Import("time", "time")
	if err != nil {
		return err
	}
	if imp != nil {
		j.fix.Add(*imp)
	}
	if m.Pos() > e.Pos() {
		j.add(edit.Edit{Pos: e.Pos(), End: m.Pos()})
	}
	j.replaceType(m, q+"NewMap[")
	j.add(edit.Edit{Pos: m.End(), End: end, New: "(" + strconv.Quote(j.name) + ", " + strings.Replace(ttl, "time.", t, 1) + ")"})
	return nil
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

func (j *job) add(edits ...edit.Edit) {
	for _, e := range edits {
		if e.Pos != e.End || e.New != "" {
			j.fix.Edits = append(j.fix.Edits, e)
		}
	}
}

// describe says in the descriptions of the tools that store how long it lasts, if
// these are written in place.
func (j *job) describe() {
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

// within reports whether a position is inside a node.
func within(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }
