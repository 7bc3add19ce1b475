package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// Closed is a resource that all requests share and that one of them closes when
// it is done.
type Closed struct {
	State *State
	Close Loc
	Roots []*link.Root
}

// ClosedShared lists them. A request that takes the resource away as well, as a
// tool that disconnects, knows what it does.
func (v *View) ClosedShared() []Closed {
	var out []Closed
	closes := v.closes()
	if len(closes) == 0 {
		return nil
	}
	for _, s := range v.Program.States() {
		if !declared(s) || s.Container(v.Program) {
			continue
		}
		made := slices.DeleteFunc(v.MadeFor(s), func(m link.Made) bool { return m.Field != s.Key || m.Fn.Test })
		if len(made) == 0 {
			continue
		}
		for _, l := range closes {
			if roots := v.callRoots(l.Fn); len(roots) > 0 && v.onlyMadeFor(l, made) && !v.takesAway(s, l.Fn) && !v.endsOwner(s, l.Fn) {
				out = append(out, Closed{v.state(s), l, roots})
				break
			}
		}
	}
	return out
}

// closes lists the calls on request paths that close something outside the
// program made.
func (v *View) closes() []Loc {
	var out []Loc
	for _, f := range v.Fns {
		if !f.Main() || f.Test || len(v.callRoots(f)) == 0 {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op == effects.Call && len(in.A) == 1 && strings.HasSuffix(in.Callee.Name, ".Close") && !in.Has(effects.Go) && v.Type(in.Callee.Path+"."+strings.TrimSuffix(in.Callee.Name, ".Close")) == nil {
				out = append(out, Loc{f, i})
			}
		}
	}
	return out
}

// callRoots lists the tools, prompts and resources that run a function.
func (v *View) callRoots(f *link.Fn) []*link.Root {
	return slices.DeleteFunc(v.RootsOf(f), func(r *link.Root) bool { return rank(r) > 2 || r.Inferred })
}

// onlyMadeFor reports whether what a call closes can be nothing but what a
// state object holds, and the call is not in the function that makes it.
func (v *View) onlyMadeFor(l Loc, made []link.Made) bool {
	objs := v.Objects(l.Fn, l.In().A[0])
	n := 0
	for _, m := range made {
		if outermost(v, m.Fn) == outermost(v, l.Fn) {
			return false
		}
		if m.Is(v.Program, l.Fn, l.In().A[0]) {
			n++
		}
	}
	return n > 0 && n == len(objs)
}

// takesAway reports whether a function, or one that calls it, changes a state
// object.
func (v *View) takesAway(s *link.State, f *link.Fn) bool {
	by := []*link.Fn{outermost(v, f)}
	for _, e := range f.In {
		by = append(by, outermost(v, e.From))
	}
	for _, e := range f.Out {
		by = append(by, outermost(v, e.To))
	}
	return slices.ContainsFunc(s.Accesses, func(a *link.Access) bool {
		return a.Writes() && slices.Contains(by, outermost(v, a.Fn))
	})
}

// endsOwner reports whether a function is a method that ends the object which
// holds a resource, as its Close: whoever calls it has done with the object.
func (v *View) endsOwner(s *link.State, f *link.Fn) bool {
	return s.Kind == link.FieldState && f.Recv && !v.isRoot(f) && strings.TrimLeft(f.Params[0].Type, "*") == s.Key[:strings.LastIndex(s.Key, ".")]
}
