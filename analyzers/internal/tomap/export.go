package tomap

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// export gives the fields of entries that JSON would leave out a name that it does
// not. Nobody else must write such a value as JSON, or show it: what was hidden from
// callers would not be any more.
//
//	type plan struct{ steps []string }          type plan struct{ Steps []string }
//	p.steps = nil                               p.Steps = nil
func (j *job) export() error {
	owners := map[*types.TypeName]bool{}
	for _, h := range j.hidden {
		owners[h.owner] = true
		name := exported(h.field.Name())
		if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(h.owner.Type()), true, h.owner.Pkg(), name); obj != nil {
			return edit.Refuse("the field %s.%s is not exported, and %s is taken", h.owner.Name(), h.field.Name(), name)
		}
		s, err := j.c.Place(h.field.Pos())
		if err != nil {
			return err
		}
		id, ok := edit.Find[*ast.Ident](s)
		if !ok {
			return edit.Refuse("the field %s.%s is not exported: it could not be stored", h.owner.Name(), h.field.Name())
		}
		j.fix.Add(edit.Replace(id, name))
		mentions, err := j.c.Mentions(j.c.All(), func(o types.Object) bool { return same(o, h.field) })
		if err != nil {
			return err
		}
		for _, m := range mentions {
			j.fix.Add(edit.Replace(m.Ident(), name))
		}
	}
	if len(owners) == 0 {
		return nil
	}
	return j.shown(owners, "fields of %s would have to be exported, and it")
}

// rebuffer gives the fields of entries that are buffers a type which JSON brings
// back, and that is used in the same way.
//
//	Parts bytes.Buffer        Parts handles.Buffer
func (j *job) rebuffer() error {
	for _, v := range j.buffer {
		s, err := j.c.Place(v.Pos())
		if err != nil {
			return err
		}
		field, ok := edit.Find[*ast.Field](s)
		if !ok {
			return edit.Refuse("the field %s is a buffer, which could not be stored", v.Name())
		}
		name := buffers[types.TypeString(v.Type(), nil)]
		q, err := j.qualifier(s, name)
		if err != nil {
			return err
		}
		j.fix.Add(edit.Replace(field.Type, q+name))
		for _, e := range s.DroppedImports(field.Type) {
			j.fix.Add(e)
		}
	}
	return nil
}

// exported is the exported form of a name.
func exported(name string) string {
	switch name {
	case "id", "url", "uri", "ttl", "html", "json", "sql":
		return strings.ToUpper(name)
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// quiet are the packages that may get a value as an interface: they write it for
// people.
var quiet = []string{"fmt", "log", "log/slog", "errors", "testing"}

// shown refuses types whose values are handed on as an interface: something may
// write them as JSON.
func (j *job) shown(owners map[*types.TypeName]bool, why string) (err error) {
	for _, pkg := range j.c.Packages {
		in := func(e ast.Expr, to types.Type) {
			from := pkg.Info.TypeOf(e)
			if err == nil && to != nil && types.IsInterface(to) && from != nil && !types.IsInterface(from) && reaches(from, owners, 0) {
				err = edit.Refuse(why+" is handed on as an interface, at %s", types.TypeString(from, types.RelativeTo(pkg.Types)), j.c.Position(e.Pos()))
			}
		}
		for _, f := range pkg.Files {
			parents(f, func(n ast.Node, up []ast.Node) {
				switch n := n.(type) {
				case *ast.CallExpr:
					j.passed(pkg, n, in)
				case *ast.AssignStmt:
					for i, l := range n.Lhs {
						if len(n.Lhs) == len(n.Rhs) {
							in(n.Rhs[i], pkg.Info.TypeOf(l))
						}
					}
				case *ast.CompositeLit:
					elements(pkg.Info, n, in)
				case *ast.ReturnStmt:
					if sig := signature(pkg.Info, up); sig != nil && sig.Results().Len() == len(n.Results) {
						for i, r := range n.Results {
							in(r, sig.Results().At(i).Type())
						}
					}
				}
			})
		}
	}
	for _, r := range j.roots {
		sig, ok := r.Info.TypeOf(r.typ).(*types.Signature)
		for i := 0; ok && i < sig.Results().Len(); i++ {
			if reaches(sig.Results().At(i).Type(), owners, 0) {
				return edit.Refuse("fields of its entries would have to be exported, and a tool answers with them, at %s", j.c.Position(r.typ.Pos()))
			}
		}
	}
	return err
}

// passed looks at the arguments of a call.
func (j *job) passed(pkg *edit.Package, call *ast.CallExpr, in func(ast.Expr, types.Type)) {
	sig, ok := pkg.Info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return
	}
	if fn := (&edit.Spot{Package: pkg}).Callee(call); fn != nil && fn.Pkg() != nil {
		for _, q := range quiet {
			if fn.Pkg().Path() == q {
				return
			}
		}
	}
	for i, a := range call.Args {
		last := sig.Params().Len() - 1
		switch {
		case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
			in(a, sig.Params().At(last).Type().(*types.Slice).Elem())
		case i <= last:
			in(a, sig.Params().At(i).Type())
		}
	}
}

// elements looks at the elements of a literal.
func elements(info *types.Info, lit *ast.CompositeLit, in func(ast.Expr, types.Type)) {
	t := info.TypeOf(lit)
	if t == nil {
		return
	}
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		switch u := t.Underlying().(type) {
		case *types.Map:
			if keyed {
				in(kv.Value, u.Elem())
			}
		case *types.Slice:
			if keyed {
				e = kv.Value
			}
			in(e, u.Elem())
		case *types.Struct:
			if !keyed {
				if i < u.NumFields() {
					in(e, u.Field(i).Type())
				}
			} else if id, ok := kv.Key.(*ast.Ident); ok {
				if v, ok := info.Uses[id].(*types.Var); ok {
					in(kv.Value, v.Type())
				}
			}
		}
	}
}

// signature is that of the innermost function around a node.
func signature(info *types.Info, up []ast.Node) *types.Signature {
	for i := len(up) - 1; i >= 0; i-- {
		switch n := up[i].(type) {
		case *ast.FuncLit:
			sig, _ := info.TypeOf(n).(*types.Signature)
			return sig
		case *ast.FuncDecl:
			if fn, ok := info.Defs[n.Name].(*types.Func); ok {
				return fn.Signature()
			}
		}
	}
	return nil
}

// reaches reports whether a value of a type holds one of the types.
func reaches(t types.Type, owners map[*types.TypeName]bool, depth int) bool {
	if depth > 6 {
		return false
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && owners[n.Obj()] {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return reaches(u.Elem(), owners, depth+1)
	case *types.Slice:
		return reaches(u.Elem(), owners, depth+1)
	case *types.Array:
		return reaches(u.Elem(), owners, depth+1)
	case *types.Map:
		return reaches(u.Elem(), owners, depth+1) || reaches(u.Key(), owners, depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Exported() && reaches(u.Field(i).Type(), owners, depth+1) {
				return true
			}
		}
	}
	return false
}
