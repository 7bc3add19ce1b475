package tomap

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// storing looks at the types of what is to be stored.
type storing struct {
	pkg    *types.Package // names are written as it does
	hidden []hidden       // the fields that have to be exported
	buffer []*types.Var   // the fields that need a type which JSON brings back
	open   bool           // something may be of any type
	own    func(*types.TypeName) bool
}

// hidden is a field that JSON leaves out, since it is not exported.
type hidden struct {
	field *types.Var
	owner *types.TypeName
}

// storable refuses types that JSON would not bring back as they were. Locks are
// left out: what is read is a copy that one call has for itself. Fields of the
// module's own types that are not exported are noted.
func (st *storing) storable(t types.Type, above []types.Type) error {
	pkg := st.pkg
	name := types.TypeString(t, types.RelativeTo(pkg))
	if slices.ContainsFunc(above, func(a types.Type) bool { return types.Identical(a, t) }) {
		if _, named := types.Unalias(t).(*types.Named); named {
			return edit.Refuse("%s holds others of its kind: what they share would be copied", name)
		}
	}
	above = append(above, t)
	switch name {
	case "time.Time", "time.Duration", "encoding/json.RawMessage", "encoding/json.Number":
		return nil
	}
	if custom, err := coded(t, name); custom || err != nil {
		return err
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0 && u.Kind() != types.Uintptr {
			return nil
		}
	case *types.Slice:
		return st.storable(u.Elem(), above)
	case *types.Array:
		return st.storable(u.Elem(), above)
	case *types.Pointer:
		return st.storable(u.Elem(), above)
	case *types.Map:
		if b, ok := u.Key().Underlying().(*types.Basic); ok && b.Info()&(types.IsString|types.IsInteger) != 0 {
			if _, err := coded(u.Key(), name); err != nil {
				return err
			}
			return st.storable(u.Elem(), above)
		}
	case *types.Struct:
		return st.fields(t, u, name, above)
	case *types.Interface:
		if u.Empty() {
			st.open = true // what is done to it decides
			return nil
		}
	}
	return edit.Refuse("entries hold a %s, which cannot be stored", name)
}

func (st *storing) fields(t types.Type, u *types.Struct, name string, above []types.Type) error {
	return st.fieldsOf(t, u, name, above, map[string]bool{})
}

// fieldsOf is fields for a struct that may be embedded in another one, whose fields
// JSON writes beside these.
func (st *storing) fieldsOf(t types.Type, u *types.Struct, name string, above []types.Type, seen map[string]bool) error {
	owner, _ := types.Unalias(t).(*types.Named)
	for i := range u.NumFields() {
		field := u.Field(i).Origin()
		if lock(field.Type()) {
			continue
		}
		tag, opts, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get("json"), ",")
		switch {
		case field.Embedded() && tag == "":
			part, ok := u.Field(i).Type().Underlying().(*types.Struct)
			if custom, err := coded(u.Field(i).Type(), name); !ok || custom || err != nil || !field.Exported() && !st.mine(u.Field(i).Type()) {
				return edit.Refuse("%s embeds %s", name, field.Name())
			}
			if err := st.fieldsOf(u.Field(i).Type(), part, name, append(above, u.Field(i).Type()), seen); err != nil {
				return err
			}
			continue
		case !field.Exported() && (owner == nil || !st.own(owner.Obj()) || tag != "" || field.Name() == "_"):
			return edit.Refuse("the field %s.%s is not exported: it could not be stored", name, field.Name())
		case tag == "-" && opts == "":
			return edit.Refuse("the field %s.%s has a tag that keeps it out of JSON", name, field.Name())
		case strings.Contains(opts, "string") || strings.Contains(opts, "omitzero"):
			return edit.Refuse("the field %s.%s has a tag that changes it in JSON", name, field.Name())
		}
		if !field.Exported() && !slices.ContainsFunc(st.hidden, func(h hidden) bool { return h.field == field }) {
			st.hidden = append(st.hidden, hidden{field, owner.Obj()})
		}
		if tag == "" {
			tag = field.Name()
		}
		if seen[strings.ToLower(tag)] {
			return edit.Refuse("two fields of %s have the name %s in JSON", name, tag)
		}
		seen[strings.ToLower(tag)] = true
		if buffers[types.TypeString(field.Type(), nil)] != "" && owner != nil && st.own(owner.Obj()) {
			if !slices.Contains(st.buffer, field) {
				st.buffer = append(st.buffer, field)
			}
			continue
		}
		if err := st.storable(u.Field(i).Type(), above); err != nil {
			return err
		}
	}
	return nil
}

// mine reports whether a type is one of the module.
func (st *storing) mine(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && st.own(n.Obj())
}

// buffers are types that JSON would not bring back, and those of the scaffolded
// package that it does.
var buffers = map[string]string{"bytes.Buffer": "Buffer", "strings.Builder": "Builder"}

// lock reports whether a type is a lock that is free as its zero value.
func lock(t types.Type) bool {
	switch types.TypeString(t, nil) {
	case "sync.Mutex", "sync.RWMutex":
		return true
	}
	return false
}

// coded reports whether a type writes and reads its JSON by itself. It refuses one
// that only does one of the two.
func coded(t types.Type, name string) (bool, error) {
	promoted := ""
	has := func(method string) bool {
		obj, path, _ := types.LookupFieldOrMethod(t, true, nil, method)
		_, ok := obj.(*types.Func)
		if ok && len(path) > 1 {
			promoted = method
		}
		return ok
	}
	for _, kind := range []string{"JSON", "Text"} {
		writes, reads := has("Marshal"+kind), has("Unmarshal"+kind)
		switch {
		case promoted != "":
			return false, edit.Refuse("%s has %s from what it embeds: the rest of it would be lost", name, promoted)
		case writes && reads:
			return true, nil
		case writes || reads:
			return false, edit.Refuse("%s writes or reads its JSON by itself, and not the other way", name)
		}
	}
	return false, nil
}
