package view

// Signs that what is kept is made on first use, the same for whoever comes first.

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// filledOnce reports whether a write inside an entry follows a look at the same
// place: a cache inside a cached object.
func (v *View) filledOnce(st *State, w *link.Access) bool {
	if v.firstUse(w) {
		return true
	}
	for _, r := range st.Reads {
		if r.Depth >= w.Depth && outermost(v, r.Fn) == outermost(v, w.Fn) && w.In().Op == effects.MapSet && r.In().Op == effects.MapGet {
			return true
		}
	}
	return false
}

// innerCache reports whether all that requests change is a cache inside the
// object.
func (v *View) innerCache(st *State) bool {
	for _, w := range st.Writes {
		if w.Depth == 0 || !v.filledOnce(st, w) {
			return false
		}
	}
	return true
}

// getOrCompute reports whether every function that sets a cell first looks
// whether what is there will do.
func (v *View) getOrCompute(st *State) bool {
	direct := 0
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		direct++
		if !v.looksFirst(st, w) {
			return false
		}
	}
	return direct > 0
}

// givenByCaller reports whether what is written to a cell depends on what the
// writing function was given, beyond its receiver and a context.
func (v *View) givenByCaller(st *State) bool {
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		f := w.Fn
		seen := map[int32]bool{}
		var given func(val effects.Val, depth int) bool
		given = func(val effects.Val, depth int) bool {
			if val.K != effects.Reg || seen[val.I] || depth > 20 {
				return false
			}
			seen[val.I] = true
			if i, free, ok := f.Param(val); ok {
				if free {
					return f.Free[i].Type != "context.Context" && !v.harmlessType(f.Free[i].Type)
				}
				return !(i == 0 && f.Recv) && f.Params[i].Type != "context.Context" && !v.harmlessType(f.Params[i].Type)
			}
			d := f.Def(val)
			if d == nil {
				return false
			}
			for _, a := range d.A {
				if given(a, depth+1) {
					return true
				}
			}
			// A variable that a closure shares is read from where it is kept.
			return d.Op == effects.Alloc && slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
				return in.Op == effects.Store && baseAlloc(f, in.A[0]) == d.Dst && given(in.A[1], depth+1)
			})
		}
		if given(w.Val, 0) {
			return true
		}
	}
	return false
}

func (v *View) looksFirst(st *State, w *link.Access) bool {
	f := w.Fn
	cells := map[int32]bool{}
	for _, r := range st.Reads {
		if r.Fn == f && r.In().Dst >= 0 {
			cells[r.In().Dst] = true
		}
	}
	if len(cells) == 0 {
		return false
	}
	// A return that gives back the cell, before the write.
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op == effects.Return && in.Blk != w.In().Blk && len(f.Blocks[in.Blk].Guards) > 0 && dependsOn(f, f.Blocks[in.Blk].Guards, cells) && !dominates(f, w.In().Blk, in.Blk) {
			return true
		}
	}
	return false
}

// lazyConfig reports whether requests only fill an object once, from values
// that are the same for every caller: a singleton made on first use. It may be
// let go again if whoever asks for it then makes another one.
func (v *View) lazyConfig(st *State) bool {
	direct, let, got := 0, false, true
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		if w.Val.K == effects.Nil {
			let = true
			continue
		}
		direct++
		byGetter := v.madeByGetter(w)
		got = got && byGetter
		if !byGetter && !v.firstUse(w) {
			return false
		}
		if w.Val.K != effects.None && v.Class(w.Fn, w.Val).Has(FromArg|FromPrincipal|FromSession|FromHTTP|FromClientInfo|FromRequestID) {
			return false
		}
	}
	return direct > 0 && (got || !let)
}

// madeByGetter reports whether a function that fills an object is only called,
// while the object is unset, by functions through which requests get it.
func (v *View) madeByGetter(w *link.Access) bool {
	for _, e := range w.Fn.In {
		unset := func(g effects.Guard) bool { return checksUnset(e.From, w.State, g) }
		if e.Kind == link.Callback || v.isRoot(e.From) || !slices.ContainsFunc(e.From.Blocks[e.From.Code[e.Instr].Blk].Guards, unset) {
			return false
		}
	}
	return len(w.Fn.In) > 0
}

// openedOnDemand reports whether a cell holds what its object's own fields tell
// how to make, such as a pool of connections or a token of the program's own:
// requests make it when there is none that will do, whatever their arguments,
// and let go of it.
func (v *View) openedOnDemand(st *State) bool {
	made := false
	for _, w := range st.Writes {
		switch {
		case w.Depth > 0:
			return false
		case w.Val.K == effects.Nil:
		case !v.firstUse(w) && !v.looksFirst(st, w) || !v.ofReceiver(w):
			return false
		default:
			made = true
		}
	}
	return made
}

// ofReceiver reports whether outside code made a written value from nothing but
// fields of the receiver, a context at most beside them.
func (v *View) ofReceiver(w *link.Access) bool {
	f := w.Fn
	if !f.Recv {
		return false
	}
	seen := map[int32]bool{}
	var only func(val effects.Val) bool
	only = func(val effects.Val) bool {
		if val.K != effects.Reg || seen[val.I] {
			return val.K != effects.Global
		}
		seen[val.I] = true
		if i, free, ok := f.Param(val); ok {
			return !free && (i == 0 || f.Params[i].Type == "context.Context")
		}
		d := f.Def(val)
		if d == nil || d.Op == effects.Call && v.asksCaller(f, d) {
			return false
		}
		if d.Op == effects.Alloc && slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
			return in.Op == effects.Store && baseAlloc(f, in.A[0]) == d.Dst && !only(in.A[1])
		}) {
			return false
		}
		return !slices.ContainsFunc(d.A, func(a effects.Val) bool { return !only(a) })
	}
	return only(w.Val) && v.Direct(f, w.Val)&^(FromOutside|FromConst|FromClock) == 0
}

// resets reports whether all that requests put into a cell are new structs with
// a sync.Once of their own and nothing else in them: whoever looks next makes
// the contents again.
func (v *View) resets(st *State) bool {
	n := 0
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		made := w.Fn.Def(unboxed(w.Fn, w.Val))
		if made == nil || made.Op != effects.Alloc || filled(w.Fn, made.Dst) {
			return false
		}
		td := v.Type(made.Type)
		if td == nil || !slices.ContainsFunc(td.Fields, func(f effects.FieldDef) bool { return f.Type == "sync.Once" }) {
			return false
		}
		n++
	}
	return n > 0
}

// filled reports whether a function stores something in a struct that it made.
func filled(f *link.Fn, r int32) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool { return in.Op == effects.Store && baseAlloc(f, in.A[0]) == r })
}

// fixedByFirst reports whether the first request to come decides a value for
// all others, by a part of itself.
func (v *View) fixedByFirst(st *State) bool {
	return st.Direct.Has(FromHTTP) && !st.Keyed && len(st.Writes) > 0 && !slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
		return w.Depth > 0 || !v.firstUse(w) || v.underOnce(w.Fn)
	})
}

// firstUse reports whether a write happens only while the object is unset.
func (v *View) firstUse(w *link.Access) bool {
	if v.underOnce(w.Fn) {
		return true
	}
	for _, g := range w.Fn.Blocks[w.In().Blk].Guards {
		if checksUnset(w.Fn, w.State, g) {
			return true
		}
	}
	return false
}

// checksUnset reports whether a condition in a function compares an object with
// its zero value.
func checksUnset(f *link.Fn, s *link.State, g effects.Guard) bool {
	d := f.Def(g.Cond)
	if d == nil {
		return false
	}
	if d.Op == effects.Un && d.S == "!" {
		return checksUnset(f, s, effects.Guard{Cond: d.A[0], Neg: !g.Neg})
	}
	isCell := func(val effects.Val) bool {
		l := f.Def(val)
		if l == nil {
			return false
		}
		if l.Op == effects.Len {
			l = f.Def(l.A[0])
			if l == nil {
				return false
			}
		}
		for _, a := range s.Accesses {
			if a.Fn == f && a.In() == l {
				return true
			}
		}
		return false
	}
	if d.Op == effects.Bin && (d.S == "==" || d.S == "!=") {
		for k := range 2 {
			zero := d.A[1-k]
			if isCell(d.A[k]) && (zero.K == effects.Nil || zero.K == effects.Const && (zero.S == "" || zero.S == "0" || zero.S == "false")) {
				return (d.S == "==") != g.Neg
			}
		}
	}
	// A flag set beside the value: if !s.loaded { …; s.loaded = true }
	if d.Op == effects.Load && g.Neg {
		return isCell(g.Cond)
	}
	return false
}

// underOnce reports whether a function is only run by sync.Once and its like.
func (v *View) underOnce(f *link.Fn) bool {
	n := 0
	for _, e := range f.In {
		in := &e.From.Code[e.Instr]
		if _, ok := v.Role(in.Callee, sdk.SyncOnce); !ok {
			return false
		}
		n++
	}
	return n > 0
}
