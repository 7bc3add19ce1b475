package view

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// An Override is a transport of outgoing requests that puts what one context
// held when the transport was made in the place of what each request's own
// context holds.
type Override struct {
	Object, Package string
	Site            effects.Pos // the field
	Keep            Loc         // sets it
	Puts            Loc         // puts it into the context of a request
}

// Overrides lists them. A transport that lives as long as one request would
// have no reason to: the request's context has the same value.
func (v *View) Overrides() []Override {
	var out []Override
	for _, f := range v.Fns {
		if f.Clone != nil || !f.Main() || f.Test || !roundTrips(f) {
			continue
		}
		for i := range f.Code {
			key, val := v.putInContext(f, i)
			field, ok := loadedField(f, val)
			if key == "" || !ok || !v.ownField(f, val) || v.asksContext(f, key, 0) {
				continue
			}
			site, name := v.fieldPos(field)
			if !site.IsValid() {
				continue
			}
			for _, l := range v.fieldStores(field) {
				if l.Fn.Clone == nil && l.Fn.Main() && !l.Fn.Test && l.Fn != f && v.heldByContext(l.Fn, l.In().A[1], key, 0) {
					out = append(out, Override{Object: f.Pkg.Name + "." + name, Package: f.Fn.Pkg, Site: site, Keep: l, Puts: Loc{f, i}})
					break
				}
			}
		}
	}
	return out
}

// roundTrips reports whether a function is a method of http.RoundTripper.
func roundTrips(f *link.Fn) bool {
	return f.Recv && len(f.Params) == 2 && f.Params[1].Type == "*net/http.Request" && methodName(f) == "RoundTrip"
}

// putInContext tells under which key a call puts which value into a context,
// itself or as all that a helper does.
func (v *View) putInContext(f *link.Fn, i int) (key string, val effects.Val) {
	in := &f.Code[i]
	if in.PutsInContext() {
		return v.ContextKey(f, in.A[1]), unboxed(f, in.A[2])
	}
	if in.Op != effects.Call {
		return "", val
	}
	for _, e := range f.Out {
		if e.Instr != i || e.Kind != link.Static {
			continue
		}
		for j := range e.To.Code {
			c := &e.To.Code[j]
			if !c.PutsInContext() {
				continue
			}
			if k, free, ok := e.To.Param(unboxed(e.To, c.A[2])); ok && !free && k < len(in.A) {
				return v.ContextKey(e.To, c.A[1]), unboxed(f, in.A[k])
			}
		}
	}
	return "", val
}

// ownField reports whether a value is loaded from a method's own receiver.
func (v *View) ownField(f *link.Fn, val effects.Val) bool {
	i, free, ok := f.Param(f.Def(f.Def(val).A[0]).A[0])
	return ok && !free && i == 0
}

// asksContext reports whether a function looks up what a context holds under a
// key.
func (v *View) asksContext(f *link.Fn, key string, depth int) bool {
	if depth > 2 {
		return false
	}
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool { return asksFor(in) && v.ContextKey(f, in.A[1]) == key }) ||
		slices.ContainsFunc(f.Out, func(e *link.Edge) bool { return e.Kind == link.Static && v.asksContext(e.To, key, depth+1) })
}

func asksFor(in effects.Instr) bool {
	return in.Op == effects.Call && in.Callee.Path == "context" && in.Callee.Name == "Context.Value" && len(in.A) == 2
}

// heldByContext reports whether a value is what a context holds under a key.
func (v *View) heldByContext(f *link.Fn, val effects.Val, key string, depth int) bool {
	if depth > 8 {
		return false
	}
	if i, free, ok := f.Param(val); ok {
		return !free && slices.ContainsFunc(f.In, func(e *link.Edge) bool {
			return e.Kind == link.Static && i < len(e.From.Code[e.Instr].A) && v.heldByContext(e.From, e.From.Code[e.Instr].A[i], key, depth+1)
		})
	}
	d := f.Def(val)
	if d == nil {
		return false
	}
	at, k := val, 0
	switch d.Op {
	case effects.Convert:
		return v.heldByContext(f, d.A[0], key, depth+1)
	case effects.Copy:
		return slices.ContainsFunc(d.A, func(a effects.Val) bool { return v.heldByContext(f, a, key, depth+1) })
	case effects.Extract:
		if c := f.Def(d.A[0]); c == nil || c.Op != effects.Call {
			return v.heldByContext(f, d.A[0], key, depth+1)
		}
		at, k = d.A[0], int(d.I)
		d = f.Def(at)
	case effects.Call:
	default:
		return false
	}
	if asksFor(*d) {
		return v.ContextKey(f, d.A[1]) == key
	}
	return slices.ContainsFunc(f.Out, func(e *link.Edge) bool {
		return e.Instr == f.Index(at) && e.Kind == link.Static && slices.ContainsFunc(e.To.Code, func(in effects.Instr) bool {
			return in.Op == effects.Return && k < len(in.A) && v.heldByContext(e.To, in.A[k], key, depth+1)
		})
	})
}
