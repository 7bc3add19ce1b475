// Package tostore rewrites a map in the memory of the process to the store that
// all replicas share. It knows maps whose every use it can see and replace: each
// stands in the handler of a tool, looks up or sets one entry under a key that is
// there already, or makes the map at start-up.
package tostore

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// ttl is how long entries are kept from then on: the rewrite has to choose, and
// says so.
const ttl = "24 * time.Hour"

// job is one rewrite.
type job struct {
	c     *rule.Context
	f     rule.Finding
	obj   *types.Var // the map
	val   types.Type // of its values
	decl  *edit.Spot // where it is declared
	kind  string     // the variable that takes its place
	name  string     // a word for one entry
	fix   *edit.Fix
	funcs map[ast.Node]*handler

	session bool // the keys are sessions: callers get a handle instead
}

// Keyed moves a map whose keys the caller brings to the store.
func Keyed(c *rule.Context, f rule.Finding) (*edit.Fix, error) { return rewrite(c, f, false) }

// Session moves a map that is keyed by the session to the store: the tools that
// set an entry return a handle for it, and the tools that look it up take the
// handle as an argument.
func Session(c *rule.Context, f rule.Finding) (*edit.Fix, error) { return rewrite(c, f, true) }

func rewrite(c *rule.Context, f rule.Finding, session bool) (*edit.Fix, error) {
	j := &job{c: c, f: f, session: session, fix: &edit.Fix{Review: true}, funcs: map[ast.Node]*handler{}}
	if err := j.object(); err != nil {
		return nil, err
	}
	q, _, err := j.decl.NeedsHandles()
	if err != nil {
		return nil, err
	}
	uses, err := j.uses()
	if err != nil {
		return nil, err
	}
	if session {
		if err := j.roles(uses); err != nil {
			return nil, err
		}
	}
	if err := j.declare(q); err != nil {
		return nil, err
	}
	for _, u := range uses {
		if err := j.use(u); err != nil {
			return nil, err
		}
	}
	for _, h := range j.handlers() {
		if err := h.begin(j); err != nil {
			return nil, err
		}
		if session {
			if err := j.connect(h); err != nil {
				return nil, err
			}
		} else if h.sets {
			j.lasts(h)
		}
	}
	j.fix.Message = "moves it to the store that all replicas share, per caller and for 24 hours"
	return j.fix, c.Start(j.fix)
}

// object finds the map that the finding is about.
func (j *job) object() (err error) {
	if j.decl, err = j.c.At(j.f.Site); err != nil {
		return err
	}
	if j.obj, err = j.decl.Variable(); err != nil {
		return err
	}
	m, err := j.decl.StringMap(j.obj, j.obj.Type().Underlying())
	if err != nil {
		return err
	}
	j.val = m.Elem()
	parts := map[types.Type]bool{}
	if err := storable(j.val, j.decl.Types, parts); err != nil {
		return err
	}
	return j.inPlace(parts)
}

// storable refuses types that JSON would not bring back as they were.
func storable(t types.Type, pkg *types.Package, seen map[types.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	name := types.TypeString(t, types.RelativeTo(pkg))
	if name == "time.Time" || name == "time.Duration" || name == "encoding/json.RawMessage" {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0 && u.Kind() != types.Uintptr {
			return nil
		}
	case *types.Slice:
		return storable(u.Elem(), pkg, seen)
	case *types.Array:
		return storable(u.Elem(), pkg, seen)
	case *types.Map:
		if b, ok := u.Key().Underlying().(*types.Basic); ok && b.Info()&(types.IsString|types.IsInteger) != 0 {
			return storable(u.Elem(), pkg, seen)
		}
	case *types.Struct:
		for i := range u.NumFields() {
			field := u.Field(i)
			switch {
			case !field.Exported():
				return edit.Refuse("the field %s.%s is not exported: it could not be stored", name, field.Name())
			case field.Embedded():
				return edit.Refuse("%s embeds %s", name, field.Name())
			case strings.Contains(u.Tag(i), `json:"-`) || strings.Contains(u.Tag(i), ",string"):
				return edit.Refuse("the field %s.%s has a tag that keeps it out of JSON", name, field.Name())
			}
			if err := storable(field.Type(), pkg, seen); err != nil {
				return err
			}
		}
		return nil
	case *types.Pointer:
		return edit.Refuse("its entries hold pointers (%s): what is changed through one would not be stored", name)
	}
	return edit.Refuse("entries hold a %s, which cannot be stored", name)
}

// use is one mention of the map.
type use struct{ *edit.Mention }

// uses lists the mentions of the map beside its declaration.
func (j *job) uses() (out []*use, err error) {
	mentions, err := j.c.Mentions(j.c.Packages, func(o types.Object) bool { return o == types.Object(j.obj) })
	for _, m := range mentions {
		out = append(out, &use{m})
	}
	return out, err
}

// declare replaces the declaration of the map by one of a kind of handle.
func (j *job) declare(q string) error {
	name := edit.Singular(j.obj.Name())
	if len(name) < 3 {
		name = "entry"
		if n, ok := types.Unalias(j.val).(*types.Named); ok {
			name = edit.Singular(n.Obj().Name())
		}
	}
	j.name = name
	elem := types.TypeString(j.val, j.qualifier())
	_, timeImp, err := j.decl.Import("time", "time")
	if err != nil {
		return err
	}
	_, imp, err := j.decl.NeedsHandles()
	if err != nil {
		return err
	}
	minted := ""
	if j.session {
		if t := j.creators(); len(t) > 0 {
			minted = ", MintedBy: " + strconv.Quote(strings.Join(t, " or "))
		}
	} else if tool := j.creator(); tool != "" {
		minted = ", MintedBy: " + strconv.Quote(tool)
	}
	value := q + "Kind[" + elem + "]{Name: " + strconv.Quote(name) + ", TTL: " + ttl + minted + "}"
	for _, n := range j.decl.Path {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if len(n.Names) != 1 || j.obj.Parent() != j.decl.Types.Scope() {
				return edit.Refuse("it is not a variable of the package with a declaration of its own")
			}
			// var drafts = map[string]Draft{}  ->  var drafts = handles.Kind[Draft]{...}
			j.kind = j.obj.Name()
			j.fix.Edits = append(j.fix.Edits, edit.Edit{Pos: n.Names[0].End(), End: n.End(), New: " = " + value})
			return j.imports(timeImp, imp)
		case *ast.Field:
			if len(n.Names) != 1 {
				return edit.Refuse("the field shares its line with others")
			}
			decl, ok := edit.Find[*ast.GenDecl](j.decl)
			if !ok || decl.Tok != token.TYPE {
				return edit.Refuse("the field belongs to a struct without a name")
			}
			j.kind = j.decl.Fresh(name + "Store")
			doc := decl.Pos()
			if decl.Doc != nil {
				doc = decl.Doc.Pos()
			}
			j.fix.Edits = append(j.fix.Edits, j.decl.DeleteLines(n),
				edit.Insert(doc, "// "+j.kind+" keeps what "+j.obj.Name()+" kept, for all replicas.\nvar "+j.kind+" = "+value+"\n\n"))
			return j.imports(timeImp, imp)
		}
	}
	return edit.Refuse("it is a variable of a function: make it a variable of the package, or a field")
}

func (j *job) imports(list ...*edit.Edit) error {
	for _, e := range list {
		if e != nil {
			j.fix.Add(*e)
		}
	}
	return nil
}

// qualifier writes types as the file of the declaration does.
func (j *job) qualifier() types.Qualifier {
	return func(p *types.Package) string {
		q, ok := j.decl.Qualifier(p)
		if !ok {
			return p.Name()
		}
		return strings.TrimSuffix(q, ".")
	}
}

// lasts says in the description of the tool that stores how long it does, if that
// is written in place.
func (j *job) lasts(h *handler) {
	t := h.Tool(j.c)
	if t == nil {
		return
	}
	if def, err := toolsyntax.At(j.c, t.Registered()); err == nil {
		def.Says("The "+j.name+" that it stores is good for 24 hours.", j.fix)
	}
}

// creator is the tool that stores, if it is one.
func (j *job) creator() string {
	var tools []string
	for _, p := range j.f.Path {
		if rest, ok := strings.CutPrefix(p.What, "registers tool "); ok {
			tools = append(tools, rest)
		}
	}
	if len(tools) == 1 && !strings.Contains(tools[0], " ") {
		return tools[0]
	}
	return ""
}
