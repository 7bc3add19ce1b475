package tomap

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// interfaces are those that the module declares.
func (j *job) interfaces() (out []*types.Named) {
	for _, p := range j.c.Packages {
		for _, name := range p.Types.Scope().Names() {
			tn, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && types.IsInterface(n) && n.TypeParams().Len() == 0 {
				out = append(out, n)
			}
		}
	}
	return out
}

// has reports whether an interface has a method and the method's receiver
// implements the interface.
func has(i *types.Named, m *types.Func) bool {
	iface := i.Underlying().(*types.Interface)
	for k := range iface.NumMethods() {
		if iface.Method(k).Name() == m.Name() {
			recv := m.Signature().Recv().Type()
			if ptr, ok := recv.(*types.Pointer); ok {
				recv = ptr.Elem()
			}
			return types.Implements(types.NewPointer(recv), iface)
		}
	}
	return false
}

// siblings widens what is called by the same name: the methods of the interfaces
// that the receiver of a method implements, and those of the other types that
// implement them.
//
//	type Store interface{ Get(id string) *Note }        type Store interface{ Get(ctx context.Context, id string) *Note }
func (j *job) siblings(obj *types.Func) error {
	if obj.Signature().Recv() == nil {
		return nil
	}
	for _, i := range j.interfaces() {
		if !has(i, obj) {
			continue
		}
		m, _, _ := types.LookupFieldOrMethod(i, false, obj.Pkg(), obj.Name())
		method, ok := m.(*types.Func)
		if !ok || j.widened[method] {
			continue
		}
		j.widened[method] = true
		if err := j.interfaceMethod(method); err != nil {
			return err
		}
		for _, other := range j.implementers(i, obj.Name()) {
			if err := j.sibling(other); err != nil {
				return err
			}
		}
	}
	return nil
}

// interfaceMethod adds the parameter to a method of an interface.
func (j *job) interfaceMethod(m *types.Func) error {
	s, err := j.c.Place(m.Pos())
	if err != nil {
		return err
	}
	field, ok := edit.Find[*ast.Field](s)
	if !ok {
		return edit.Refuse("%s is a method of an interface whose declaration is not known", m.Name())
	}
	t, ok := field.Type.(*ast.FuncType)
	if !ok || len(field.Names) != 1 {
		return edit.Refuse("%s is a method of an interface whose declaration is not known", m.Name())
	}
	return j.parameter(s, t, "ctx")
}

// implementers are the methods of a name of the types that implement an interface,
// also those of tests.
func (j *job) implementers(i *types.Named, name string) (out []*types.Func) {
	for _, pkg := range j.c.All() {
		iface := i
		if pkg.Test && pkg.Path == i.Obj().Pkg().Path() {
			// Inside a package, tests have types of their own.
			if tn, ok := pkg.Types.Scope().Lookup(i.Obj().Name()).(*types.TypeName); ok {
				iface, _ = tn.Type().(*types.Named)
			}
		}
		for _, n := range pkg.Types.Scope().Names() {
			tn, ok := pkg.Types.Scope().Lookup(n).(*types.TypeName)
			if !ok || tn.IsAlias() || !pkg.Has(tn.Pos()) || types.IsInterface(tn.Type()) || iface == nil {
				continue
			}
			if !types.Implements(types.NewPointer(tn.Type()), iface.Underlying().(*types.Interface)) {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), false, pkg.Types, name)
			if m, ok := obj.(*types.Func); ok && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// sibling widens another implementation.
func (j *job) sibling(m *types.Func) error {
	s, fd := j.body(m)
	if fd == nil || fd.Body == nil {
		return edit.Refuse("%s has an implementation that cannot be changed", m.Name())
	}
	if j.funcs[fd] != nil {
		return nil
	}
	place, err := j.c.Place(fd.Body.Lbrace)
	if err != nil {
		return err
	}
	if j.test(s) {
		return j.parameter(place, fd.Type, "ctx")
	}
	f := &fn{Spot: place, node: fd, typ: fd.Type, body: fd.Body, obj: m}
	j.funcs[fd] = f
	if err := j.widen(f); err != nil {
		return err
	}
	return j.siblings(m)
}
