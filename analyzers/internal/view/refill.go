package view

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// rebuilds reports whether every function that looks an entry up and finds
// nothing makes it anew: then a miss costs time, not the answer.
func (v *View) rebuilds(st *State) bool {
	if len(st.Reads) == 0 {
		return false
	}
	writersByKey := func(read *link.Access) bool {
		// The same function, or one that it calls or is called by, writes with a
		// key of the same origin.
		for _, w := range st.Writes {
			if w.Depth > 0 {
				continue
			}
			if v.refills(read, w) {
				return true
			}
		}
		return false
	}
	rebuilt := false
	for _, r := range st.Reads {
		switch {
		case r.All, r.Depth > 0, r.Key.K == effects.None:
		case r.Role == sdk.ContainerGetSet, writersByKey(r):
			rebuilt = true
		case v.missFails(r.Fn, r.In().Dst, 1, 0):
			return false
		}
	}
	return rebuilt
}

// madeAlike reports whether what requests put into a container is made the same
// way for every caller, whatever becomes of it there.
func (v *View) madeAlike(st *State) bool {
	return !slices.ContainsFunc(st.Writes, func(w *link.Access) bool { return w.Depth == 0 && v.Direct(w.Fn, w.Val).Has(callers) })
}

// refills reports whether a write makes the entry that a read did not find.
func (v *View) refills(read, w *link.Access) bool {
	if w.Kind == link.Delete || w.Key.K == effects.None || v.counts(read, w) {
		return false
	}
	rf, wf := read.Fn, w.Fn
	if rf == wf {
		// A second look under the lock is on some ways only.
		return dominates(rf, read.In().Blk, w.In().Blk) || unboxed(rf, read.Key) == unboxed(rf, w.Key) && read.Instr < w.Instr
	}
	if inside(v, wf, rf) || inside(v, rf, wf) {
		return true // a literal inside the function that looks
	}
	// The looking function calls the writing one, or one function calls both and
	// writes only after a look.
	for _, e := range rf.Out {
		if reaches(v, e, wf) {
			return true
		}
	}
	for _, e := range rf.In {
		if e.Kind == link.Callback {
			continue
		}
		f := e.From
		if f == wf || inside(v, wf, f) {
			return dominates(f, f.Code[e.Instr].Blk, w.In().Blk) || f != wf
		}
		got := f.Code[e.Instr].Dst
		if got < 0 {
			continue
		}
		regs := map[int32]bool{got: true}
		for _, e2 := range f.Out {
			guards := f.Blocks[f.Code[e2.Instr].Blk].Guards
			if reaches(v, e2, wf) && dependsOn(f, guards, regs) {
				return true
			}
			miss := func(g effects.Guard) bool { return saysMissing(v, f, g, got) }
			if slices.ContainsFunc(guards, miss) && leadsTo(v, e2, wf, 4) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether a call leads to a function at once, or to the
// function around it.
func reaches(v *View, e *link.Edge, to *link.Fn) bool {
	return e.To == to || e.To.Orig() == to.Orig() || inside(v, to, e.To)
}

// counts reports whether a write stores what it read, changed: m[k] += x.
func (v *View) counts(read, w *link.Access) bool {
	if read.Fn != w.Fn || w.Val.K != effects.Reg || read.In().Dst < 0 {
		return false
	}
	d := w.Fn.Def(w.Val)
	if d == nil || d.Op != effects.Bin && d.Op != effects.Append {
		return false
	}
	return dependsOn(w.Fn, []effects.Guard{{Cond: w.Val}}, map[int32]bool{read.In().Dst: true})
}

// leadsTo reports whether a call leads to a function over at most so many calls.
func leadsTo(v *View, e *link.Edge, to *link.Fn, depth int) bool {
	if e.Kind == link.Callback {
		return false
	}
	if reaches(v, e, to) {
		return true
	}
	return depth > 1 && slices.ContainsFunc(e.To.Out, func(n *link.Edge) bool { return leadsTo(v, n, to, depth-1) })
}

// saysMissing reports whether a condition holds when what a call gave is empty:
// nil, without elements, with false or an error beside it.
func saysMissing(v *View, f *link.Fn, g effects.Guard, got int32) bool {
	d := f.Def(g.Cond)
	if d == nil {
		return false
	}
	// part is which result of the call a value is, or -1.
	part := func(val effects.Val) int32 {
		if val.K == effects.Reg && val.I == got {
			return 0
		}
		if l := f.Def(val); l != nil && l.Op == effects.Extract && l.A[0].K == effects.Reg && l.A[0].I == got {
			return l.I
		}
		return -1
	}
	switch {
	case d.Op == effects.Un && d.S == "!":
		return saysMissing(v, f, effects.Guard{Cond: d.A[0], Neg: !g.Neg}, got)
	case d.Op == effects.Extract:
		return g.Neg && part(g.Cond) > 0
	case d.Op == effects.Bin && (d.S == "==" || d.S == "!="):
		for k := range 2 {
			val, zero := d.A[k], d.A[1-k]
			if l := f.Def(val); l != nil && l.Op == effects.Len {
				val = l.A[0]
			}
			empty := (d.S == "==") != g.Neg
			switch n := part(val); {
			case n < 0:
			case v.RegType(f, val) == "error":
				return zero.K == effects.Nil && !empty
			case n == 0 && (zero.K == effects.Nil || zero.K == effects.Const && (zero.S == "" || zero.S == "0")):
				return empty
			}
		}
	}
	return false
}
