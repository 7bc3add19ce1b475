package tomap

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// kind is what the state is kept in.
type kind uint8

const (
	plainMap kind = iota
	syncMap
)

// container is the type of the scaffolded package that takes its place.
func (j *job) container() string {
	switch {
	case j.shared:
		return "Table"
	case j.kind == syncMap:
		return "SyncMap"
	}
	return "Map"
}

// types finds out of which types keys and values are.
func (j *job) types() error {
	t, err := j.instance()
	if err != nil {
		return err
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok && types.TypeString(ptr.Elem(), nil) == "sync.Map" {
		t = ptr.Elem()
	}
	if types.TypeString(t, nil) == "sync.Map" {
		if j.shared {
			return edit.Refuse("it is a sync.Map, and used where no call of a tool is known")
		}
		j.kind = syncMap
		return j.stored()
	}
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return edit.Refuse("it is a %s: only maps from strings are known", types.TypeString(t, types.RelativeTo(j.decl.Types)))
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.NumMethods() > 0 {
		return edit.Refuse("its type, %s, has methods of its own", n.Obj().Name())
	}
	j.key, j.elem = m.Key(), m.Elem()
	if j.session != nil && isSession(j.key) {
		j.key, j.pointers = types.Typ[types.String], true
	}
	return j.keyable()
}

// instance is the type of the map. In a generic type it is that of the one type
// that the program makes of it.
func (j *job) instance() (types.Type, error) {
	owner, err := j.owner()
	if err != nil || !j.obj.IsField() {
		return j.obj.Type(), nil
	}
	generic, ok := owner.Type().(*types.Named)
	if !ok || generic.TypeParams().Len() == 0 {
		return j.obj.Type(), nil
	}
	found := map[string]types.Type{}
	for _, pkg := range j.c.Packages {
		for _, tv := range pkg.Info.Types {
			if tv.Type == nil {
				continue
			}
			t := types.Unalias(tv.Type)
			if ptr, ok := t.(*types.Pointer); ok {
				t = types.Unalias(ptr.Elem())
			}
			n, ok := t.(*types.Named)
			if !ok || n.Origin() != generic || n.TypeArgs().Len() == 0 || open(n) {
				continue
			}
			st, ok := n.Underlying().(*types.Struct)
			for i := 0; ok && i < st.NumFields(); i++ {
				if st.Field(i).Origin() == j.obj {
					found[types.TypeString(n, nil)] = st.Field(i).Type()
				}
			}
		}
	}
	if len(found) != 1 {
		return nil, edit.Refuse("the program makes %d types of %s: all of them would share one map in the store", len(found), owner.Name())
	}
	for _, t := range found {
		return t, nil
	}
	return nil, nil
}

// open reports whether a type is made with the parameters of a generic function or
// type.
func open(n *types.Named) bool {
	for t := range n.TypeArgs().Types() {
		switch t := types.Unalias(t).(type) {
		case *types.TypeParam:
			return true
		case *types.Pointer:
			if _, ok := types.Unalias(t.Elem()).(*types.TypeParam); ok {
				return true
			}
		case *types.Named:
			if open(t) {
				return true
			}
		}
	}
	return false
}

// keyable refuses keys that a Map cannot write as text.
func (j *job) keyable() error {
	b, ok := j.key.Underlying().(*types.Basic)
	switch {
	case ok && b.Info()&types.IsString != 0:
		return nil
	case ok && b.Info()&types.IsInteger != 0 && b.Kind() != types.Uintptr && j.session == nil:
		return nil
	case j.session == nil && isText(j.key):
		return nil
	}
	return edit.Refuse("its keys are not strings, numbers, or a type that writes and reads its text")
}

// isText reports whether values of a type write their text, and pointers to them
// read it.
func isText(t types.Type) bool {
	if _, pointer := t.Underlying().(*types.Pointer); pointer || types.IsInterface(t) {
		return false
	}
	set := types.NewMethodSet(t)
	all := types.NewMethodSet(types.NewPointer(t))
	return set.Lookup(nil, "MarshalText") != nil && all.Lookup(nil, "UnmarshalText") != nil
}

// stored takes the types of a sync.Map from what the program puts into it: keys
// are of one type, and values of one that is no interface.
func (j *job) stored() error {
	for _, u := range j.used {
		method, call := j.method(u)
		if call == nil {
			continue // it is found later
		}
		// Those that Range goes through are of the type that is stored.
		if slices.Contains(j.keyed(method), true) && (strings.Contains(syncMethods[method], "v") || !j.ranged(u, call.Args[0])) {
			if err := j.one(&j.key, u, call.Args[0], "keys"); err != nil {
				return err
			}
		}
		for i, isValue := range j.values(method) {
			if isValue {
				if err := j.one(&j.elem, u, call.Args[i], "values"); err != nil {
					return err
				}
			}
		}
	}
	if j.key == nil || j.elem == nil {
		return edit.Refuse("what it holds is not known: nothing in the module stores it")
	}
	if j.session != nil && isSession(j.key) {
		j.key, j.pointers = types.Typ[types.String], true
	}
	return j.keyable()
}

// one notes the type of a key or a value, and refuses a second one.
func (j *job) one(have *types.Type, u *use, e ast.Expr, what string) error {
	t := types.Default(u.Info.TypeOf(e))
	switch {
	case t == nil || types.IsInterface(t) || u.IsNil(e):
		return edit.Refuse("of which type its %s are is not plain, at %s", what, j.c.Position(e.Pos()))
	case *have == nil && !u.Test:
		*have = t
	case *have != nil && types.TypeString(*have, nil) != types.TypeString(t, nil):
		return edit.Refuse("its %s are of several types, at %s", what, j.c.Position(e.Pos()))
	}
	return nil
}

// syncMethods are those of sync.Map that a SyncMap has in a call, with what their
// arguments are: k a key, v a value.
var syncMethods = map[string]string{
	"Load": "k", "Store": "kv", "LoadOrStore": "kv", "LoadAndDelete": "k", "Delete": "k", "Swap": "kv", "Range": "f",
}

func (j *job) keyed(method string) []bool  { return are(syncMethods[method], 'k') }
func (j *job) values(method string) []bool { return are(syncMethods[method], 'v') }

func are(args string, what rune) (out []bool) {
	for _, a := range args {
		out = append(out, a == what)
	}
	return out
}

// method is the call of a method of a sync.Map that a use is, nil if it is none.
func (j *job) method(u *use) (string, *ast.CallExpr) {
	if j.kind != syncMap || len(u.Nodes) < 4 {
		return "", nil
	}
	sel, ok := u.Nodes[1].(*ast.SelectorExpr)
	if !ok || sel.X != u.Expr {
		return "", nil
	}
	call, ok := u.Nodes[2].(*ast.CallExpr)
	if !ok || call.Fun != ast.Expr(sel) || len(call.Args) != len(syncMethods[sel.Sel.Name]) || len(call.Args) == 0 {
		return "", nil
	}
	return sel.Sel.Name, call
}

// construct has each value that holds a sync.Map made with one of the new kind: as
// its zero value, a sync.Map is ready for use, and this one is not.
//
//	&Manager{}        &Manager{sessions: handles.NewSyncMap[string, *Session]("shop.Manager.sessions", 24*time.Hour)}
func (j *job) construct() error {
	if _, pointer := types.Unalias(j.obj.Type()).(*types.Pointer); pointer {
		return nil // it is made somewhere
	}
	owner, err := j.owner()
	if err != nil {
		return err
	}
	if n, ok := owner.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
		return edit.Refuse("the struct that holds it, %s, is generic", owner.Name())
	}
	n := 0
	for _, pkg := range j.c.All() {
		for _, f := range pkg.Files {
			var failed error
			parents(f, func(node ast.Node, up []ast.Node) {
				id, ok := node.(*ast.Ident)
				if !ok || failed != nil || !same(pkg.Info.Uses[id], owner) {
					return
				}
				n++
				failed = j.constructed(id, up)
			})
			if failed != nil {
				return failed
			}
		}
	}
	if n == 0 {
		return edit.Refuse("where it is made is not known")
	}
	return nil
}

// owner is the named type that has the map as a field.
func (j *job) owner() (*types.TypeName, error) {
	if spec, ok := edit.Find[*ast.TypeSpec](j.decl); ok {
		if st, ok := spec.Type.(*ast.StructType); ok && slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool {
			return slices.ContainsFunc(f.Names, func(id *ast.Ident) bool { return j.decl.Info.Defs[id] == j.obj })
		}) {
			if tn, ok := j.decl.Info.Defs[spec.Name].(*types.TypeName); ok {
				return tn, nil
			}
		}
	}
	return nil, edit.Refuse("the struct that holds it has no name of its own, at line %d", j.decl.Line(j.decl.Pos))
}

// constructed looks at one mention of the type that holds a sync.Map. A literal
// gets the map; a pointer needs none; anything else may be a zero value.
func (j *job) constructed(id *ast.Ident, up []ast.Node) error {
	parent := up[len(up)-1]
	if sel, ok := parent.(*ast.SelectorExpr); ok && sel.Sel == id {
		up = up[:len(up)-1]
		parent = up[len(up)-1]
	}
	switch p := parent.(type) {
	case *ast.StarExpr:
		return nil
	case *ast.Field: // of a method with the value as its receiver, which go vet refuses for a lock
	case *ast.CompositeLit:
		if !within(id.Pos(), p.Type) {
			break
		}
		at, err := j.c.Place(p.Lbrace)
		if err != nil {
			return err
		}
		text, err := j.making(at)
		if err != nil {
			return err
		}
		e, err := at.AddElement(p, j.obj.Name(), text)
		if err == nil {
			j.fix.Add(e)
		}
		return err
	}
	return edit.Refuse("what holds it is made without a literal, at %s", j.c.Position(id.Pos()))
}
