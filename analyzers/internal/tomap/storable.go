package tomap

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// storable refuses types that JSON would not bring back as they were. Locks are
// left out: what is read is a copy that one call has for itself.
func storable(t types.Type, pkg *types.Package, above []types.Type) error {
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
		return storable(u.Elem(), pkg, above)
	case *types.Array:
		return storable(u.Elem(), pkg, above)
	case *types.Pointer:
		return storable(u.Elem(), pkg, above)
	case *types.Map:
		if b, ok := u.Key().Underlying().(*types.Basic); ok && b.Info()&(types.IsString|types.IsInteger) != 0 {
			if _, err := coded(u.Key(), name); err != nil {
				return err
			}
			return storable(u.Elem(), pkg, above)
		}
	case *types.Struct:
		return fields(u, name, pkg, above)
	}
	return edit.Refuse("entries hold a %s, which cannot be stored", name)
}

func fields(u *types.Struct, name string, pkg *types.Package, above []types.Type) error {
	seen := map[string]bool{}
	for i := range u.NumFields() {
		field := u.Field(i)
		if lock(field.Type()) {
			continue
		}
		tag, opts, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get("json"), ",")
		switch {
		case !field.Exported():
			return edit.Refuse("the field %s.%s is not exported: it could not be stored", name, field.Name())
		case field.Embedded():
			return edit.Refuse("%s embeds %s", name, field.Name())
		case tag == "-" && opts == "":
			return edit.Refuse("the field %s.%s has a tag that keeps it out of JSON", name, field.Name())
		case strings.Contains(opts, "string") || strings.Contains(opts, "omitzero"):
			return edit.Refuse("the field %s.%s has a tag that changes it in JSON", name, field.Name())
		}
		if tag == "" {
			tag = field.Name()
		}
		if seen[strings.ToLower(tag)] {
			return edit.Refuse("two fields of %s have the name %s in JSON", name, tag)
		}
		seen[strings.ToLower(tag)] = true
		if err := storable(field.Type(), pkg, above); err != nil {
			return err
		}
	}
	return nil
}

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
	has := func(method string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, method)
		_, ok := obj.(*types.Func)
		return ok
	}
	for _, kind := range []string{"JSON", "Text"} {
		writes, reads := has("Marshal"+kind), has("Unmarshal"+kind)
		switch {
		case writes && reads:
			return true, nil
		case writes || reads:
			return false, edit.Refuse("%s writes or reads its JSON by itself, and not the other way", name)
		}
	}
	return false, nil
}
