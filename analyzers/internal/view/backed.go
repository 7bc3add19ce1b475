package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// beforeStore reports whether a container only saves ways to a store that all
// replicas share: whoever puts an entry into it, and whoever looks one up, asks
// the store as well, in the same function.
func (v *View) beforeStore(st *State) bool {
	if !st.Keyed || len(st.Reads) == 0 || len(st.Writes) == 0 {
		return false
	}
	alone := func(a *link.Access) bool { return a.Depth > 0 || !v.asksStore(a.Fn) }
	return !slices.ContainsFunc(st.Writes, alone) && !slices.ContainsFunc(st.Reads, alone)
}

// asksStore reports whether a function itself has a client of a store that all
// replicas share in its hands.
func (v *View) asksStore(f *link.Fn) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		return in.Dst >= 0 && v.TypeRole(strings.TrimLeft(v.RegType(f, effects.Val{K: effects.Reg, I: in.Dst}), "*"), sdk.StoreShared)
	})
}

// mailboxes reports whether a container holds queues in which one request
// leaves something for another that waits at the same key.
func (v *View) mailboxes(st *State) bool {
	if !st.Keyed || !st.Container(v.Program) {
		return false
	}
	roots := func(as []*link.Access, op effects.Op) []*link.Root {
		var out []*link.Root
		for _, a := range as {
			if a.In().Op == op {
				out = append(out, v.RootsOf(a.Fn)...)
			}
		}
		return out
	}
	in, out := roots(st.Writes, effects.Send), roots(st.Reads, effects.Recv)
	apart := func(a, b []*link.Root) bool {
		return slices.ContainsFunc(a, func(r *link.Root) bool { return !slices.Contains(b, r) })
	}
	return apart(in, out) && apart(out, in)
}

// built reports whether all that requests do to a cell is to fill objects that
// they have made themselves, and none of them puts one there: what looks like
// the object of the cell is another one of its type.
func (v *View) built(st *State) bool {
	return len(st.Writes) > 0 && !slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
		return w.Depth == 0 || !v.madeHere(w.Fn, w.In().A[0], 0)
	})
}

// madeHere reports whether the object that an address lies in was allocated by
// the function, or by every function that hands it over.
func (v *View) madeHere(f *link.Fn, addr effects.Val, depth int) bool {
	for range 8 {
		if i, free, ok := f.Param(addr); ok {
			if free || depth > 2 || len(f.In) == 0 || v.isRoot(f) {
				return false
			}
			return !slices.ContainsFunc(f.In, func(e *link.Edge) bool {
				args := e.Args()
				return e.Kind == link.Callback || i >= len(args) || !v.madeHere(e.From, args[i], depth+1)
			})
		}
		d := f.Def(addr)
		if d == nil || len(d.A) == 0 {
			return d != nil && (d.Op == effects.Alloc || d.Op == effects.MakeMap)
		}
		switch d.Op {
		case effects.Alloc, effects.MakeMap, effects.MakeSlice:
			return true
		case effects.Field, effects.Index, effects.Load, effects.FieldVal, effects.Convert:
			addr = d.A[0]
		default:
			return false
		}
	}
	return false
}

// refreshed reports whether what requests set in a cell is set by the same
// functions whenever a timer runs out that a request has not started: a copy of
// what is kept elsewhere, which other replicas soon have as well.
func (v *View) refreshed(st *State) bool {
	on := Once(v, "ontimer", func() map[*link.Fn]bool {
		m := map[*link.Fn]bool{}
		var work []*link.Fn
		for _, f := range v.Fns {
			for _, e := range f.Out {
				if e.Go && v.AtStart(f) && !v.InRequest(f) && !m[e.To] && v.ticks(e.To) {
					m[e.To] = true
					work = append(work, e.To)
				}
			}
		}
		for ; len(work) > 0; work = work[1:] {
			for _, e := range work[0].Out {
				if !m[e.To] && e.Kind < link.Guess {
					m[e.To] = true
					work = append(work, e.To)
				}
			}
		}
		return m
	})
	return len(st.Writes) > 0 && !slices.ContainsFunc(st.Writes, func(w *link.Access) bool { return w.Depth > 0 || !on[w.Fn] })
}

// ticks reports whether a function waits for a timer, over and over.
func (v *View) ticks(f *link.Fn) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		if in.Op != effects.Call {
			return false
		}
		e, ok := v.Role(in.Callee, sdk.LiveOpen)
		return ok && e.Get("kind") == "timer" || in.Callee.Path == "time" && in.Callee.Name == "Sleep" && f.Blocks[in.Blk].Loop
	})
}
