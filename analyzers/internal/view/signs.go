package view

// The signs by which a state is judged: each looks at the code around it and answers one question.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// makesServers reports whether a function chooses the server of a request.
func (v *View) makesServers(f *link.Fn) bool {
	return slices.ContainsFunc(v.Roots, func(r *link.Root) bool { return r.Kind == sdk.RootGetServer && r.Fn == f })
}

// leased reports whether a kind of live resource belongs to those who use it.
func leased(kind string) bool {
	switch kind {
	case "", "file", "timer", "watch", "listener":
		return false
	}
	return true
}

// streamTable reports whether a container is the session table of a transport
// written by hand: entries with a stream or a queue, made by one HTTP request
// and found by an id that another brings. Entries that are made anew when there
// is none are no sessions.
func (v *View) streamTable(st *State) bool {
	if !st.Keyed || !st.Container(v.Program) || st.Rebuilds || !st.Keys.Has(FromHTTP|FromStrongID|FromUnknown) {
		return false
	}
	if !slices.ContainsFunc(st.Roots, func(r *link.Root) bool { return r.Kind == sdk.RootHTTP && !r.Service() }) {
		return false
	}
	named, stream := false, false
	for _, t := range append(slices.Clone(st.Elems), elemKey(strings.TrimLeft(st.Type, "*"))) {
		t = strings.TrimLeft(t, "*")
		td := v.Type(t)
		if td == nil {
			continue
		}
		l := strings.ToLower(td.Name)
		named = named || strings.Contains(l, "session") || strings.Contains(l, "connection") || strings.Contains(l, "stream")
		for _, f := range td.Fields {
			ft := strings.TrimLeft(f.Type, "*")
			stream = stream || strings.HasPrefix(ft, "chan ") || ft == "net/http.ResponseWriter" || ft == "net/http.Flusher"
		}
	}
	return named && stream
}

// switches reports whether tools set a cell to constants that other tools
// read: a mode.
func (v *View) switches(st *State) bool {
	// What start-up does as well, as filling a cache, is no mode.
	set := func(a *link.Access) bool { return a.Depth == 0 && a.Val.K == effects.Const && !v.AtStart(a.Fn) }
	if st.Values&^FromConst != 0 || !slices.ContainsFunc(st.Writes, set) {
		return false
	}
	named := func(rs []*link.Root) []string { return Tools(rs) }
	w, r := named(st.Writers), named(st.Readers)
	return len(w) > 0 && slices.ContainsFunc(r, func(t string) bool { return !slices.Contains(w, t) })
}

// marks reports whether requests mark the entry that a caller names: they set
// a field of the entries to constants, by a comparison with what the caller
// gave, and other functions read it.
func (v *View) marks(st *State) bool {
	return slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
		if w.Depth == 0 || w.Val.K != effects.Const || w.In().Op != effects.Store {
			return false
		}
		d := w.Fn.Def(w.In().A[0])
		if d == nil || d.Op != effects.Field {
			return false
		}
		asked := slices.ContainsFunc(w.Fn.Blocks[w.In().Blk].Guards, func(g effects.Guard) bool {
			c := w.Fn.Def(g.Cond)
			return c != nil && c.Op == effects.Bin && (c.S == "==" || c.S == "!=") && slices.ContainsFunc(c.A, func(a effects.Val) bool { return v.Class(w.Fn, a).Has(FromArg) })
		})
		return asked && slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
			if r.Depth == 0 || r.Fn.Orig() == w.Fn.Orig() || len(r.In().A) == 0 {
				return false
			}
			a := w.Fn.Def(w.In().A[0])
			b := r.Fn.Def(r.In().A[0])
			return r.In().Op == effects.FieldVal && r.In().S == a.S || b != nil && b.Op == effects.Field && b.S == a.S
		})
	})
}

// heldNearer reports whether all that requests change in a cell is inside
// other state objects, which hold it more directly.
func (v *View) heldNearer(st *State) bool {
	type place struct {
		fn    *link.Fn
		instr int
	}
	nearest := Once(v, "nearest", func() map[place]int {
		m := map[place]int{}
		for _, o := range v.StateObjects() {
			for _, as := range [][]*link.Access{o.Writes, o.Deletes} {
				for _, a := range as {
					k := place{a.Fn, a.Instr}
					if d, ok := m[k]; !ok || a.Depth < d {
						m[k] = a.Depth
					}
				}
			}
		}
		return m
	})
	return !slices.ContainsFunc(st.Writes, func(a *link.Access) bool {
		if st.Kind == link.CapturedState && a.Kind == link.Delete {
			return false // from something that the variable only leads to
		}
		return a.Depth <= nearest[place{a.Fn, a.Instr}]
	})
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

// onlyLeads reports whether requests never set a cell and only change what is
// inside the struct that it points to: the fields of the struct are objects of
// their own.
func (v *View) onlyLeads(st *State) bool {
	set, near := false, false
	for _, w := range st.Writes {
		set = set || w.Depth == 0
		near = near || w.Depth < 2
	}
	td := v.Type(strings.TrimLeft(st.Type, "*"))
	return !set && (!near || td != nil && td.Under == "struct")
}

// alsoHeld reports whether another object of the type and the package holds the
// same memory, no farther away: several handlers were given one list. The first of them stands
// for all.
func (v *View) alsoHeld(st *State) bool {
	return slices.ContainsFunc(v.StateObjects(), func(o *State) bool {
		return o != st && o.Type == st.Type && o.Pkg == st.Pkg && o.holdsWritesOf(st) && (o.Key < st.Key || !st.holdsWritesOf(o))
	})
}

// holdsWritesOf reports whether all that requests change in another object is
// in this one as well, no farther away.
func (st *State) holdsWritesOf(o *State) bool {
	type place struct {
		fn    *link.Fn
		instr int
	}
	if len(o.Writes) > len(st.Writes) {
		return false
	}
	depth := map[place]int{}
	for _, a := range st.Writes {
		if d, ok := depth[place{a.Fn, a.Instr}]; !ok || a.Depth < d {
			depth[place{a.Fn, a.Instr}] = a.Depth
		}
	}
	return !slices.ContainsFunc(o.Writes, func(a *link.Access) bool {
		d, ok := depth[place{a.Fn, a.Instr}]
		return !ok || d > a.Depth
	})
}

// prepared reports whether some tools fill a cell that other tools refuse to
// work without: the one call must come first, and reach the same process.
func (v *View) prepared(st *State) bool {
	filled := func(a *link.Access) bool {
		return a.Writes() && a.Kind != link.Delete && a.Depth == 0 && a.Val.K != effects.Nil && !a.Fn.Test
	}
	var by []*link.Root
	for _, a := range st.Accesses {
		switch {
		case !filled(a):
		case !v.ByRequest(a):
			return false // start-up fills it
		default:
			by = append(by, v.RootsOf(a.Fn)...)
		}
	}
	if !slices.ContainsFunc(by, (*link.Root).IsTool) {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		if r.Depth > 0 || r.All || !v.missFails(r.Fn, r.In().Dst, 0, 0) {
			return false
		}
		return slices.ContainsFunc(v.RootsOf(r.Fn), func(o *link.Root) bool { return o.IsTool() && !slices.Contains(by, o) })
	})
}

func handshakeHook(h string) bool { return h == "initialize" || h == "register" }

func cursorName(object string) bool {
	name := strings.ToLower(object[strings.LastIndex(object, ".")+1:])
	for _, s := range []string{"cursor", "offset", "position", "page", "nextindex"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}

// advances reports whether requests move a position inside the entries of a
// container.
func advances(st *State) bool {
	for _, w := range st.Writes {
		if w.Depth == 0 || w.Kind != link.Update || len(w.In().A) == 0 {
			continue
		}
		if d := w.Fn.Def(w.In().A[0]); d != nil && d.Op == effects.Field && cursorName(d.S) {
			return true
		}
	}
	return false
}

func isNumber(t string) bool {
	switch strings.TrimLeft(t, "*") {
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
		"sync/atomic.Int64", "sync/atomic.Int32", "sync/atomic.Uint64", "sync/atomic.Uint32":
		return true
	}
	return false
}

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

// onceOnly reports whether a container only remembers what was said before, to
// say it once.
func (v *View) onceOnly(st *State) bool {
	for _, as := range [][]*link.Access{st.Writes, st.Reads} {
		for _, a := range as {
			if a.Role != sdk.ContainerGetSet || v.Decides(Loc{a.Fn, a.Instr}) {
				return false
			}
		}
	}
	return len(st.Writes) > 0
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

// dependsOn reports whether a condition is made of given registers.
func dependsOn(f *link.Fn, gs []effects.Guard, regs map[int32]bool) bool {
	var made func(v effects.Val, depth int) bool
	made = func(v effects.Val, depth int) bool {
		if v.K != effects.Reg || depth > 5 {
			return false
		}
		if regs[v.I] {
			return true
		}
		d := f.Def(v)
		if d == nil {
			return false
		}
		for _, a := range d.A {
			if made(a, depth+1) {
				return true
			}
		}
		return false
	}
	for _, g := range gs {
		if made(g.Cond, 0) {
			return true
		}
	}
	return false
}

func isBuffer(t string) bool {
	switch strings.TrimLeft(t, "*") {
	case "bytes.Buffer", "strings.Builder":
		return true
	}
	return false
}

// onlySends reports whether all that requests do to a list of channels is to
// send on them: whoever listens in this process gets it, nothing is kept.
func onlySends(st *State) bool {
	return strings.HasPrefix(st.Type, "[]chan ") && len(st.Writes) > 0 &&
		!slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Depth == 0 && a.In().Op != effects.Send })
}

// selfRead reports whether a write gives back what was there, as counters do.
func selfRead(st *State) bool {
	for _, a := range st.Writes {
		if a.Kind == link.Update && a.In().Dst >= 0 && used(a.Fn, a.In().Dst) {
			return true
		}
	}
	return false
}

// used reports whether a register is an operand anywhere in its function.
func used(f *link.Fn, r int32) bool {
	for i := range f.Code {
		for _, a := range f.Code[i].A {
			if a.K == effects.Reg && a.I == r {
				return true
			}
		}
	}
	for i := range f.Blocks {
		for _, g := range f.Blocks[i].Guards {
			if g.Cond.K == effects.Reg && g.Cond.I == r {
				return true
			}
		}
	}
	return false
}

// answerUses reports whether something other than bookkeeping reads a number:
// a read on a request path, or the result of the update itself.
func (v *View) answerUses(st *State) bool {
	for _, a := range st.Reads {
		if in := a.In(); in.Dst >= 0 && v.Answers(Loc{a.Fn, a.Instr}) {
			return true
		}
	}
	for _, a := range st.Writes {
		if in := a.In(); a.Kind == link.Update && in.Op == effects.Call && in.Dst >= 0 && v.Answers(Loc{a.Fn, a.Instr}) {
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

// asksCaller reports whether a call finds out who calls.
func (v *View) asksCaller(f *link.Fn, call *effects.Instr) bool {
	own := false
	for _, e := range f.Out {
		if &f.Code[e.Instr] == call {
			own = true
			if _, asks := v.ConsultsCaller(e.To); asks {
				return true
			}
		}
	}
	return !own && call.Dst >= 0 && v.Direct(f, effects.Val{K: effects.Reg, I: call.Dst}).Has(callers)
}

// waits reports whether the entries of a container hold what one request leaves
// there under a key that it mints, and another request asks for or fails: an
// entry that is made anew is no substitute for it.
func (v *View) waits(st *State) bool {
	if !st.Keyed || !st.Container(v.Program) {
		return false
	}
	left := slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
		if w.Depth == 0 || w.Kind == link.Delete || w.Key.K != effects.Reg {
			return false
		}
		key := v.Class(w.Fn, w.Key)
		return key.Has(FromStrongID|FromWeakID) && !key.Has(callers)
	})
	return left && slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		return r.Depth > 0 && !r.All && r.Key.K == effects.Reg && v.Class(r.Fn, r.Key).Has(callers) && v.missFails(r.Fn, r.In().Dst, 1, 0)
	})
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

// subscribers reports whether a container holds receivers of broadcasts.
func (v *View) subscribers(st *State) bool {
	holds := false
	typ := strings.TrimLeft(st.Type, "*")
	if strings.HasPrefix(typ, "chan ") {
		return false
	}
	if strings.HasPrefix(typ, "map[chan ") {
		return true
	}
	for _, t := range append(slices.Clone(st.Elems), elemKey(strings.TrimLeft(st.Type, "*"))) {
		t = strings.TrimLeft(t, "*")
		if strings.HasPrefix(t, "chan ") || v.TypeRole(t, sdk.TypeSession) || t == "net/http.Flusher" || t == "net/http.ResponseWriter" {
			holds = true
		}
	}
	if !holds {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(a *link.Access) bool { return a.All && a.Depth == 0 && a.In().Op != effects.Len })
}

// toldApart reports whether the functions of a library say by themselves that
// different requests add an entry and find it: one makes the key and returns
// it, and another is given it; or both are given a session.
func (v *View) toldApart(st *State, j Verdict) bool {
	given := func(want Source) bool {
		return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
			return r.Depth == 0 && !r.All && r.Key.K != effects.None && v.Direct(r.Fn, r.Key).Has(want) &&
				!slices.ContainsFunc(st.Writes, func(w *link.Access) bool { return outermost(v, w.Fn) == outermost(v, r.Fn) })
		})
	}
	switch {
	case j.Why == whyFirst:
		return true
	case !st.Keyed || st.Rebuilds:
		return false
	}
	switch j.Nature {
	case SessionMap:
		return st.WriteKeys.Has(FromSessionName) && given(FromSessionName)
	case Workflow:
		return given(FromUnknown) && slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
			return w.Depth == 0 && w.Key.K == effects.Reg && v.answersKey(w) && slices.ContainsFunc(v.Origins(w.Fn, w.Key), mints)
		})
	}
	return false
}

// identityWord matches the names of memory that says who somebody is.
var identityWord = regexp.MustCompile(`(?i)^(cached|current|my)?_?(viewer|login|username|user|user_?id|principal|subject|tenant|owner|actor|identity|account|whoami|email)(_?(login|name|id))?$`)

// firstCaller reports whether a cell that says who somebody is gets filled once,
// by asking what the filling function was handed: a client or a function that
// acts for one caller. All later callers then pass for the first one.
func (v *View) firstCaller(st *State) bool {
	if !identityWord.MatchString(st.Object[strings.LastIndexByte(st.Object, '.')+1:]) || st.Container(v.Program) {
		return false
	}
	direct := 0
	for _, w := range st.Writes {
		if w.Depth > 0 || w.Val.K == effects.None || w.Val.K == effects.Const {
			continue
		}
		direct++
		if v.underOnce(w.Fn) || !v.firstUse(w) || !slices.ContainsFunc(v.madeBy(w.Fn, w.Val, 0), v.asksGiven) {
			return false
		}
	}
	return direct > 0
}

// asksGiven reports whether a call is one of a function, or of a method of an
// object, that the calling function was given by callers who differ.
func (v *View) asksGiven(l Loc) bool {
	in := l.In()
	method := in.Has(effects.Invoke) || in.Has(effects.Dynamic) || strings.Contains(in.Callee.Name, ".")
	if !method || len(in.A) == 0 {
		return false
	}
	i, free, ok := l.Fn.Param(in.A[0])
	if !ok || free || i == 0 && l.Fn.Recv || l.Fn.Params[i].Type == "context.Context" {
		return false
	}
	return v.Class(l.Fn, in.A[0]).Has(FromPrincipal | FromHTTP | FromRequest | FromSession | FromUnknown)
}

// missed reports whether a lookup that finds nothing ends in an error.
func (v *View) missed(st *State) bool {
	return slices.ContainsFunc(st.Reads, func(a *link.Access) bool {
		return a.Depth == 0 && !a.All && v.missFails(a.Fn, a.In().Dst, 1, 0)
	})
}

// onlyRecorded reports whether nothing that requests read here decides
// anything.
func (v *View) onlyRecorded(st *State) bool {
	if len(st.Reads) == 0 {
		return false
	}
	for _, a := range st.Reads {
		if a.All || v.Decides(Loc{a.Fn, a.Instr}) {
			return false
		}
	}
	for _, a := range st.Writes {
		if a.Kind == link.Update && v.Decides(Loc{a.Fn, a.Instr}) {
			return false
		}
	}
	return true
}

// pointerKeys reports whether the keys of a container are session objects.
func (v *View) pointerKeys(st *State) bool {
	return slices.ContainsFunc(st.Accesses, func(a *link.Access) bool {
		return a.Key.K == effects.Reg && a.Depth == 0 && v.TypeRole(v.RegType(a.Fn, a.Key), sdk.TypeSession)
	})
}

// oldClients reports whether an object is only touched for clients of an older
// revision.
func (v *View) oldClients(st *State) bool {
	for _, as := range [][]*link.Access{st.Writes, st.Reads} {
		for _, a := range as {
			if a.Depth == 0 && !v.guardedEra(a.Fn, a.In(), 0) {
				return false
			}
		}
	}
	return true
}

// guardedEra reports whether an instruction runs for clients of one era only:
// by a condition in its function, or in every function that calls it.
func (v *View) guardedEra(f *link.Fn, in *effects.Instr, depth int) bool {
	for _, g := range f.Blocks[in.Blk].Guards {
		if v.eraCondition(f, g.Cond, 0) {
			return true
		}
	}
	if depth > 3 || len(f.In) == 0 || v.isRoot(f) {
		return false
	}
	for _, e := range f.In {
		if !v.guardedEra(e.From, &e.From.Code[e.Instr], depth+1) {
			return false
		}
	}
	return true
}

// drained reports whether requests only append to a list, at most asking how long
// it has become, and something that no request runs takes out what is there: a
// buffer of what is to be written elsewhere.
func (v *View) drained(st *State) bool {
	appends := map[*link.Fn]bool{}
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		if w.Kind != link.Update {
			return false
		}
		appends[w.Fn] = true
	}
	taken := slices.ContainsFunc(st.Accesses, func(a *link.Access) bool {
		return a.Kind == link.Write && a.Depth == 0 && !a.Fn.Test && !v.InRequest(a.Fn) && v.repeated(a.Fn, 0, map[*link.Fn]bool{})
	})
	return taken && len(appends) > 0 && !slices.ContainsFunc(st.Reads, func(r *link.Access) bool { return r.Depth > 0 || !appends[r.Fn] })
}

// background reports whether goroutines that requests start change entries
// which other requests read.
func (v *View) background(st *State) bool {
	if st.Rebuilds {
		return false
	}
	minted := st.Keys.Has(FromStrongID | FromWeakID | FromArg | FromCount | FromClock)
	in := slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return (a.Depth > 0 || minted) && v.async(a.Fn) })
	out := slices.ContainsFunc(st.Reads, func(a *link.Access) bool { return !a.All && !v.async(a.Fn) })
	return in && out
}

// mutated reports whether requests go on changing entries after they were
// made: then a missing entry is not made anew by asking again.
func (v *View) mutated(st *State) bool {
	for _, w := range st.Writes {
		if w.Depth == 0 {
			continue
		}
		in := w.In()
		switch {
		case in.Op == effects.Send:
			if v.Class(w.Fn, w.Val) != FromConst {
				return true
			}
			// A place in a semaphore is taken, or somebody woken.
		case w.Kind == link.Update && (in.Op == effects.Store && in.Has(effects.Ptr)):
			return true
		case w.Val.K != effects.None && !v.filledOnce(st, w) && v.Class(w.Fn, w.Val).Has(callers) && !fresh(w):
			return true
		}
	}
	return false
}

// fresh reports whether a write changes an object that its function has just
// been given by what makes it.
func fresh(w *link.Access) bool {
	if len(w.In().A) == 0 {
		return false
	}
	d := w.Fn.Def(w.In().A[0])
	for d != nil && len(d.A) > 0 {
		switch d.Op {
		case effects.Field, effects.Index, effects.Convert, effects.Copy, effects.Extract:
			d = w.Fn.Def(d.A[0])
		case effects.Call:
			return true
		default:
			return false
		}
	}
	return d != nil && d.Op == effects.Call
}

// limiter reports whether an object holds rate limits, budgets or breakers: per
// replica they are inexact, not wrong.
func (v *View) limiter(st *State) bool {
	for _, e := range append(slices.Clone(st.Elems), st.Type) {
		l := strings.ToLower(e[strings.LastIndex(e, ".")+1:])
		if strings.Contains(l, "limiter") || strings.Contains(l, "bucket") || strings.Contains(l, "breaker") {
			return true
		}
	}
	return v.wordOf(st, "limiter", "ratelimit", "throttl", "breaker", "costguard", "quota") || v.gauge(st)
}

// timesOnly reports whether all that requests change inside the entries of a
// container is when something happened or may happen again, as what holds
// repetitions back does.
func (v *View) timesOnly(st *State) bool {
	times := false
	for _, w := range st.Writes {
		if w.Depth == 0 {
			if d := w.Fn.Def(unboxed(w.Fn, w.Val)); d == nil || d.Op != effects.Alloc {
				return false
			}
			continue // what is put into it are writes of their own
		}
		class := v.Class(w.Fn, w.Val)
		if class&^(FromClock|FromConst|FromConfig|FromOutside) != 0 || class.Has(FromOutside) && !class.Has(FromClock) {
			return false
		}
		times = times || class.Has(FromClock)
	}
	return times
}

// gauge reports whether a number is raised and lowered again: what is in use
// right now, in this process.
func (v *View) gauge(st *State) bool {
	if !isNumber(st.Type) {
		return false
	}
	up, down := false, false
	for _, w := range st.Writes {
		val := w.Val
		for k := 0; k < 6 && val.K == effects.Reg; k++ {
			d := w.Fn.Def(val)
			if d == nil || len(d.A) == 0 {
				break
			}
			if d.Op == effects.Bin {
				up, down = up || d.S == "+", down || d.S == "-"
				break
			}
			if d.Op == effects.Call && d.Callee.Path == "builtin" || d.Op == effects.Call && strings.HasPrefix(d.S, "builtin.") {
				val = d.A[0]
				continue
			}
			if d.Op != effects.Convert && d.Op != effects.Copy {
				break
			}
			val = d.A[0]
		}
	}
	return up && down
}

// wordOf reports whether the package, the type or the field of a state object
// is named after one of the words.
func (v *View) wordOf(st *State, words ...string) bool {
	l := strings.ToLower(st.Object)
	for _, w := range words {
		if strings.Contains(l, w) {
			return true
		}
	}
	return false
}

// locks reports whether a type only orders goroutines: a lock, or a struct of
// a lock and its count.
func (v *View) locks(t string) bool {
	t = strings.TrimLeft(t, "*")
	switch t {
	case "sync.Mutex", "sync.RWMutex", "sync.Once", "sync.WaitGroup":
		return true
	}
	td := v.Type(t)
	if td == nil || td.Under != "struct" || len(td.Fields) == 0 {
		return false
	}
	lock := false
	for _, f := range td.Fields {
		switch ft := strings.TrimLeft(f.Type, "*"); {
		case ft == "sync.Mutex" || ft == "sync.RWMutex":
			lock = true
		case isNumber(ft) || ft == "chan struct" || ft == "time.Time":
		default:
			return false
		}
	}
	return lock
}

// fetched reports whether what requests put into a container comes from
// elsewhere: neither its keys nor its values are what a caller gave or what
// the server minted for one.
func (v *View) fetched(st *State) bool {
	const minted = FromStrongID | FromWeakID | FromCount | FromClock
	keys := st.DirectKeys
	if !v.handedBack(st) {
		keys &^= minted
	}
	return len(st.Writes) > 0 && !v.handedOut(st) && !keys.Has(callers|minted|FromUnknown|FromSessionName) && !st.Direct.Has(callers|FromUnknown) && (st.Keyed || !st.Values.Has(FromArg))
}

// handedBack reports whether requests look entries up by what their callers
// send, fail without an entry, or list them. Otherwise nobody comes back with a
// key that was minted.
func (v *View) handedBack(st *State) bool {
	return slices.ContainsFunc(st.Reads, func(a *link.Access) bool {
		if a.Depth > 0 || a.All || a.Key.K == effects.None {
			return a.Depth == 0 && a.All
		}
		return v.Class(a.Fn, a.Key).Has(callers|FromUnknown|FromRequest) || v.missFails(a.Fn, a.In().Dst, 1, 0)
	})
}

// correlates reports whether entries join a call with an answer that arrives
// on another goroutine: the function that adds one removes it again, and no
// other request looks it up.
func (v *View) correlates(st *State) bool {
	if !st.Keyed {
		return false
	}
	adds := 0
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		adds++
		own := slices.ContainsFunc(st.Deletes, func(d *link.Access) bool { return outermost(v, d.Fn) == outermost(v, w.Fn) })
		if !own {
			return false
		}
	}
	for _, r := range st.Reads {
		if r.Depth > 0 || r.In().Op == effects.Recv {
			continue
		}
		if r.Key.K != effects.None {
			c := v.Class(r.Fn, r.Key)
			if c.Has(mintedKey) {
				continue // with the key that the same request was given
			}
			if c.Has(FromSession | FromSessionName) {
				return false
			}
		}
		if v.async(r.Fn) {
			continue
		}
		if !slices.ContainsFunc(st.Writes, func(w *link.Access) bool { return w.Depth == 0 && outermost(v, w.Fn) == outermost(v, r.Fn) }) {
			return false
		}
	}
	return adds > 0 && !v.awaits(st)
}

// handedOut reports whether requests add entries under keys that they make, and
// other requests bring these keys: a token, a ticket.
func (v *View) handedOut(st *State) bool {
	if !st.Keyed || !st.WriteKeys.Has(FromStrongID|FromWeakID) || st.WriteKeys.Has(callers) {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		if r.Depth > 0 || r.Key.K == effects.None || !v.Class(r.Fn, r.Key).Has(callers) {
			return false
		}
		return slices.ContainsFunc(v.RootsOf(r.Fn), func(o *link.Root) bool { return !slices.Contains(st.Writers, o) })
	})
}

// awaits reports whether one request leaves a channel under a key that it makes
// and waits for what another request, which finds the channel, sends: a
// question to a person, a command to a program that is connected.
func (v *View) awaits(st *State) bool {
	if inner := elemKey(strings.TrimLeft(st.Type, "*")); !st.Keyed || !st.Container(v.Program) || strings.HasPrefix(inner, "map[") || strings.HasPrefix(inner, "[]") {
		return false // of several channels under a key, each is a subscriber's
	}
	var left []*link.Root
	for _, w := range st.Writes {
		if w.Depth == 0 && w.Kind == link.Write && v.Class(w.Fn, w.Key).Has(mintedKey) && v.holdsChannel(w) {
			left = append(left, v.RootsOf(w.Fn)...)
		}
	}
	if len(left) == 0 {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		if r.Depth > 0 || r.All || r.Key.K == effects.None || v.async(r.Fn) || !slices.ContainsFunc(r.Fn.Code, func(in effects.Instr) bool { return in.Op == effects.Send }) {
			return false
		}
		return slices.ContainsFunc(v.RootsOf(r.Fn), func(o *link.Root) bool { return o.Kind != link.RootAPI && !o.Inferred && !slices.Contains(left, o) })
	})
}

// holdsChannel reports whether what is written is a channel or a struct with one.
func (v *View) holdsChannel(w *link.Access) bool {
	t := strings.TrimLeft(v.RegType(w.Fn, w.Val), "*")
	if strings.HasPrefix(t, "chan ") {
		return true
	}
	td := v.Type(t)
	return td != nil && slices.ContainsFunc(td.Fields, func(f effects.FieldDef) bool { return strings.HasPrefix(f.Type, "chan ") })
}

// hookPair reports whether entries live from one hook of a request to another
// hook of the same request: only added before it is served, looked up and
// removed when the answer or the error is known, and touched by nothing else.
func (v *View) hookPair(st *State) bool {
	removed := false
	for _, a := range st.Accesses {
		if a.Depth > 0 || a.Ref || a.Key.K == effects.None && !a.All || !v.ByRequest(a) || a.Kind != link.Write && v.afterwards(a.Fn) {
			continue // a timer that clears away what was left
		}
		for _, r := range v.RootsOf(a.Fn) {
			if r.Kind != sdk.RootHook {
				return false
			}
			switch r.Hook {
			case "request", "call":
				if a.Kind != link.Write {
					return false
				}
			case "success", "error":
				if a.Kind != link.Read && a.Kind != link.Delete {
					return false
				}
				removed = removed || a.Kind == link.Delete
			default:
				return false
			}
		}
	}
	return removed
}

// mintedKey are the origins of a key that a request makes for itself.
const mintedKey = FromStrongID | FromWeakID | FromCount | FromRequestID

// harmlessType reports whether a type holds no answers: locks, loggers,
// metrics, servers, functions.
func (v *View) harmlessType(t string) bool {
	t = strings.TrimLeft(t, "*")
	switch t {
	case "golang.org/x/sync/singleflight.Group", "func", "context.CancelFunc", "error", "context.Context", "sync.Pool", "time.Timer", "time.Ticker", "chan struct":
		return true
	}
	return v.telemetry(t)
}

// telemetry reports whether a type serves logs, metrics or traces.
func (v *View) telemetry(t string) bool {
	t = strings.TrimLeft(t, "*[]")
	for _, p := range []string{"log/slog.", "log.", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "go.opentelemetry.io/", "github.com/prometheus/", "expvar.", "github.com/go-logr/logr", "k8s.io/klog", "github.com/getsentry/sentry-go", "github.com/DataDog/dd-trace-go", "gopkg.in/DataDog/dd-trace-go"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return false
}
