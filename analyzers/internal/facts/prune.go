package facts

import (
	"maps"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// resolve points calls of instances of generic functions at the functions as
// they are declared: the instances of another package's functions have no body
// here.
func resolve(p *effects.Package, below []*effects.Package) {
	ids := map[string]string{} // without type parameters -> as declared
	have := map[string]bool{}
	for _, q := range below {
		for _, f := range q.Funcs {
			have[f.ID] = true
			if bare := untyped(f.ID); bare != f.ID || f.Sym.Name != "" {
				if old, ok := ids[bare]; !ok || len(f.ID) < len(old) {
					ids[bare] = f.ID
				}
			}
		}
	}
	for _, f := range p.Funcs {
		have[f.ID] = true
	}
	point := func(id string) string {
		if have[id] || !strings.Contains(id, "[") {
			return id
		}
		if decl, ok := ids[untyped(id)]; ok {
			return decl
		}
		return id
	}
	for _, f := range p.Funcs {
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op == effects.Closure || in.Op == effects.Call && !in.Has(effects.Invoke) {
				in.S = point(in.S)
			}
			for k := range in.A {
				if in.A[k].K == effects.Func {
					in.A[k].S = point(in.A[k].S)
				}
			}
		}
	}
	for i := range p.Types {
		for name, id := range p.Types[i].Methods {
			p.Types[i].Methods[name] = point(id)
		}
	}
}

// untyped removes type arguments and parameters from a function's name.
func untyped(id string) string {
	if !strings.Contains(id, "[") {
		return id
	}
	var b strings.Builder
	depth := 0
	for _, r := range id {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// slim is a summary without what linking does not ask of imports.
func slim(p *effects.Package) *effects.Package {
	c := *p
	c.Imports, c.Consts = nil, nil
	return &c
}

// prune takes from the summaries below a package what importers of the package
// may come to run: what its functions reach, by name or through any type that
// they mention, and what runs when the packages below are loaded.
func prune(p *effects.Package, below []*effects.Package) []*effects.Package {
	if len(below) == 0 {
		return nil
	}
	k := &keeper{funcs: map[string]*effects.Fn{}, types: map[string]*effects.TypeDef{}, kids: map[string][]*effects.Fn{}, keep: map[any]bool{}, seen: map[string]bool{}}
	for _, q := range below {
		for _, f := range q.Funcs {
			if k.funcs[f.ID] == nil {
				k.funcs[f.ID] = f
			}
			if f.Parent != "" {
				k.kids[f.Parent] = append(k.kids[f.Parent], f)
			}
		}
		for i := range q.Types {
			k.types[q.Types[i].ID] = &q.Types[i]
		}
	}
	for _, f := range p.Funcs {
		k.function(f)
	}
	for i := range p.Types {
		k.fields(&p.Types[i])
	}
	for i := range p.Globals {
		k.typ(p.Globals[i].Type)
	}
	for _, q := range below {
		for _, f := range q.Funcs {
			if initialises(f) {
				k.function(f)
			}
		}
	}
	var out []*effects.Package
	for _, q := range below {
		c := *q
		c.Funcs = filter(q.Funcs, func(f **effects.Fn) bool { return k.keep[*f] })
		c.Types = filter(q.Types, func(t *effects.TypeDef) bool { return k.keep[t] })
		c.Globals = filter(q.Globals, func(g *effects.GlobalVar) bool { return k.seen["@"+g.ID] })
		out = append(out, &c)
	}
	return out
}

// filter keeps some elements; it does not copy when all are.
func filter[T any](in []T, keep func(*T) bool) []T {
	n := 0
	for i := range in {
		if keep(&in[i]) {
			n++
		}
	}
	if n == len(in) {
		return in
	}
	out := make([]T, 0, n)
	for i := range in {
		if keep(&in[i]) {
			out = append(out, in[i])
		}
	}
	return out
}

// initialises reports whether a function runs when its package is loaded.
func initialises(f *effects.Fn) bool {
	return !f.Recv && f.Parent == "" && (f.Name == "init" || strings.HasPrefix(f.Name, "init#"))
}

type keeper struct {
	funcs map[string]*effects.Fn
	types map[string]*effects.TypeDef
	kids  map[string][]*effects.Fn
	keep  map[any]bool // *effects.Fn, *effects.TypeDef
	seen  map[string]bool
}

func (k *keeper) function(f *effects.Fn) {
	if f == nil || k.keep[f] {
		return
	}
	k.keep[f] = true
	for _, vs := range [][]effects.Var{f.Params, f.Free, f.Results} {
		for _, v := range vs {
			k.typ(v.Type)
		}
	}
	for i := range f.Code {
		in := &f.Code[i]
		k.typ(in.Type)
		switch in.Op {
		case effects.Call, effects.Closure:
			k.function(k.funcs[in.S])
		case effects.Field, effects.FieldVal:
			if dot := strings.LastIndexByte(in.S, '.'); dot > 0 {
				k.typ(in.S[:dot])
			}
		}
		for _, a := range in.A {
			switch a.K {
			case effects.Func:
				k.function(k.funcs[a.S])
			case effects.Global:
				k.seen["@"+a.S] = true
			}
		}
	}
	for _, kid := range k.kids[f.ID] {
		k.function(kid)
	}
}

// typ keeps the named types in a type's key, with their methods.
func (k *keeper) typ(key string) {
	if key == "" || k.seen[key] {
		return
	}
	k.seen[key] = true
	for name := range strings.FieldsFuncSeq(key, func(r rune) bool { return strings.ContainsRune("*[](), ", r) }) {
		if td := k.types[name]; td != nil && !k.keep[td] {
			k.keep[td] = true
			k.fields(td)
			for _, m := range slices.Sorted(maps.Values(td.Methods)) {
				k.function(k.funcs[m])
			}
		}
	}
}

func (k *keeper) fields(td *effects.TypeDef) {
	for i := range td.Fields {
		k.typ(td.Fields[i].Type)
	}
	k.typ(td.Under)
}

// union joins what two packages keep of a third.
func union(a, b *effects.Package) *effects.Package {
	if a == nil || a == b {
		return b
	}
	c := *a
	c.Funcs = merge(a.Funcs, b.Funcs, func(f **effects.Fn) string { return (*f).ID })
	c.Types = merge(a.Types, b.Types, func(t *effects.TypeDef) string { return t.ID })
	c.Globals = merge(a.Globals, b.Globals, func(g *effects.GlobalVar) string { return g.ID })
	return &c
}

// merge joins two lists by a name; both are sorted by it.
func merge[T any](a, b []T, name func(*T) string) []T {
	out := make([]T, 0, max(len(a), len(b)))
	for len(a) > 0 && len(b) > 0 {
		switch strings.Compare(name(&a[0]), name(&b[0])) {
		case -1:
			out, a = append(out, a[0]), a[1:]
		case 1:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
