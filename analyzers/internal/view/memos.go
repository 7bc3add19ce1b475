package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Why a cache changes answers.
const (
	WhyCaller  = "caller"  // what it holds depends on the caller, its key does not
	WhyFailure = "failure" // it keeps what was learned from a failure, for ever
	WhyTaken   = "taken"   // requests take out what has changed, in this process only
)

// memo judges a cache whose missing entries are made anew: harmless, unless
// what it holds depends on the caller and its key does not.
func (v *View) memo(st *State, j Verdict) Verdict {
	j = v.cache(st)
	if (st.Values | st.Carried).Has(FromPrincipal|FromSession) && !st.Keys.Has(FromPrincipal|FromSession) {
		j.Severity, j.Confidence, j.Why = v.scale(Medium), Likely, WhyCaller
	}
	if j.Why == "" && len(v.TakenOut(st)) > 0 {
		j.Severity, j.Confidence, j.Why = v.scale(Medium), Likely, WhyTaken
	}
	return j
}

// TakenOut lists where requests that do not look into a cache remove an entry
// from it by its key: what it says has changed by them, and only the cache of
// this process hears of it.
func (v *View) TakenOut(st *State) []Loc {
	if !st.Rebuilds || !st.Direct.Has(FromOutside) {
		return nil
	}
	var out []Loc
	for _, d := range st.Deletes {
		if d.Depth > 0 || d.Key.K == effects.None || !v.ByRequest(d) || v.afterwards(d.Fn) || !v.Class(d.Fn, d.Key).Has(callers) || !ownMethod(st, d.Fn) {
			continue
		}
		other := func(r *link.Root) bool { return !slices.Contains(st.Readers, r) && !slices.Contains(st.Writers, r) }
		if slices.ContainsFunc(v.RootsOf(d.Fn), other) {
			out = append(out, Loc{d.Fn, d.Instr})
		}
	}
	return out
}

// ownMethod reports whether a function belongs to what holds a state object: a
// method of the type whose field it is, or a function of the package whose variable.
func ownMethod(st *State, f *link.Fn) bool {
	_, name, _ := strings.Cut(st.Object, ".")
	typ, _, field := strings.Cut(name, ".")
	if !field {
		return f.Pkg == st.Pkg
	}
	of, _, method := strings.Cut(f.Sym.Name, ".")
	return f.Pkg == st.Pkg && method && of == typ
}

// cache judges a cache by what it keeps, whoever asks.
func (v *View) cache(st *State) Verdict {
	j := Verdict{Nature: Memo, Severity: Info, Confidence: Possible}
	if v.keepsFailure(st) {
		j.Severity, j.Confidence, j.Why = v.scale(Medium), Likely, WhyFailure
	}
	return j
}

// unboxed is the value that was boxed or converted to become another one.
func unboxed(f *link.Fn, val effects.Val) effects.Val {
	for range 4 {
		d := f.Def(val)
		if d == nil || d.Op != effects.Convert || len(d.A) != 1 {
			return val
		}
		val = d.A[0]
	}
	return val
}

// remembered reports whether a container only remembers what outside code said:
// nothing that a caller gave, and no lookup fails that finds nothing. Whoever
// reads it also fills it, so that a request needs no other one before it.
func (v *View) remembered(st *State) bool {
	const minted = FromStrongID | FromWeakID | FromCount | FromClock | FromUnknown
	if len(st.Reads) == 0 || st.DirectKeys.Has(minted) || !st.Direct.Has(FromOutside) || st.Direct.Has(callers|minted) || v.missed(st) || v.mutated(st) {
		return false
	}
	for _, r := range st.Reads {
		if r.All && r.Depth == 0 {
			return false
		}
	}
	return !slices.ContainsFunc(st.Readers, func(r *link.Root) bool { return !slices.Contains(st.Writers, r) })
}

// keepsFailure reports whether a cache remembers for ever that something
// outside failed or was not there: an entry that says no more than that is
// stored where a call failed or answered with a status, and nothing removes it.
// Once the other side has changed, an old process and a young one differ.
func (v *View) keepsFailure(st *State) bool {
	return len(v.FailuresKept(st)) > 0
}

// FailuresKept lists where that is.
func (v *View) FailuresKept(st *State) []Loc {
	if st.TTL || slices.ContainsFunc(st.Deletes, v.evicts) {
		return nil
	}
	hits := v.hits(st)
	var out []Loc
	for _, w := range st.Writes {
		if w.Kind != link.Write || w.In().Op != effects.MapSet && w.Role != sdk.ContainerSet {
			continue
		}
		if !v.onMiss(w.Fn, hits, 0) || v.Direct(w.Fn, w.Key) == FromOutside {
			continue // a later call may find out better, or this says what was found
		}
		if l, ok := v.verdictOf(Loc{w.Fn, w.Instr}, w.Val, 0); ok {
			out = append(out, l)
		}
	}
	return out
}

// hits lists the functions that return at once what they find in a container,
// or go another way with it.
func (v *View) hits(st *State) map[*link.Fn]bool {
	m := map[*link.Fn]bool{}
	for _, r := range st.Reads {
		if r.Key.K == effects.None || m[r.Fn] {
			continue
		}
		found := foundBy(r.Fn, r.In().Dst, 1)
		m[r.Fn] = slices.ContainsFunc(r.Fn.Code, func(in effects.Instr) bool {
			return in.Op == effects.Return && slices.ContainsFunc(r.Fn.Blocks[in.Blk].Guards, func(g effects.Guard) bool {
				return !g.Neg && g.Cond.K == effects.Reg && found[g.Cond.I]
			})
		})
	}
	return m
}

// onMiss reports whether a function only goes on when nothing was found: it
// looks itself, or everything that calls it does.
func (v *View) onMiss(f *link.Fn, hits map[*link.Fn]bool, depth int) bool {
	if hits[f] {
		return true
	}
	if depth > 2 || len(f.In) == 0 {
		return false
	}
	return !slices.ContainsFunc(f.In, func(e *link.Edge) bool { return !v.onMiss(e.From, hits, depth+1) })
}

// evicts reports whether a deletion lets single entries go, rather than all of
// them as a program does when it ends.
func (v *View) evicts(a *link.Access) bool {
	if v.ByRequest(a) || !iterated(a.Fn, a.Key) {
		return true
	}
	return slices.ContainsFunc(a.Fn.Blocks[a.In().Blk].Guards, func(g effects.Guard) bool { return !iterated(a.Fn, g.Cond) })
}

// iterated reports whether a value is a part of what a loop over a container
// yields: whether there is more, the key, the entry.
func iterated(f *link.Fn, val effects.Val) bool {
	d := f.Def(val)
	if d == nil || d.Op != effects.Extract {
		return false
	}
	next := f.Def(d.A[0])
	return next != nil && next.Op == effects.Next
}

// verdictOf finds where a value is chosen that says nothing but that a call
// failed or how it was answered: a constant or an empty list.
func (v *View) verdictOf(at Loc, val effects.Val, depth int) (Loc, bool) {
	f := at.Fn
	val = unboxed(f, val)
	i, free, ok := f.Param(val)
	if !ok {
		return at, says(f, val) && v.afterFailure(f, at.In())
	}
	if free || depth > 1 {
		return Loc{}, false
	}
	for _, e := range f.In {
		if args := e.Args(); e.Kind != link.Callback && i < len(args) {
			if l, ok := v.verdictOf(Loc{e.From, e.Instr}, args[i], depth+1); ok {
				return l, true
			}
		}
	}
	return Loc{}, false
}

// says reports whether a value is the same whatever was asked: a constant, nil
// or an empty list.
func says(f *link.Fn, val effects.Val) bool {
	switch val.K {
	case effects.Const, effects.Nil:
		return true
	}
	d := f.Def(val)
	if d == nil {
		return false
	}
	switch d.Op {
	case effects.MakeSlice:
		return len(d.A) > 0 && d.A[0].K == effects.Const && d.A[0].S == "0" && !extended(f, d.Dst)
	case effects.Copy: // of a literal without elements
		if lit := f.Def(d.A[0]); len(d.A) == 1 && lit != nil && lit.Op == effects.Alloc && lit.S == "slicelit" {
			return !slices.ContainsFunc(f.Code, func(in effects.Instr) bool { return in.Op == effects.Index && in.A[0] == d.A[0] })
		}
	}
	return false
}

// extended reports whether something is appended to a slice.
func extended(f *link.Fn, r int32) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		return (in.Op == effects.Append || in.Op == effects.Copy) && slices.Contains(in.A, effects.Val{K: effects.Reg, I: r})
	})
}

// afterFailure reports whether an instruction runs because a call failed, or
// because of the status with which another server answered.
func (v *View) afterFailure(f *link.Fn, in *effects.Instr) bool {
	for _, g := range f.Blocks[in.Blk].Guards {
		d := f.Def(g.Cond)
		if d == nil || d.Op != effects.Bin || len(d.A) != 2 {
			continue
		}
		for k := range 2 {
			switch {
			case d.A[1-k].K == effects.Nil && v.RegType(f, d.A[k]) == "error" && (d.S == "!=") != g.Neg:
				return true
			case d.A[1-k].K == effects.Const && isStatus(f, d.A[k]):
				return true
			}
		}
	}
	return false
}

// isStatus reports whether a value is the status of an HTTP answer.
func isStatus(f *link.Fn, val effects.Val) bool {
	d := f.Def(val)
	if d != nil && d.Op == effects.Load && len(d.A) > 0 {
		d = f.Def(d.A[0])
	}
	return d != nil && (d.Op == effects.Field || d.Op == effects.FieldVal) && strings.HasSuffix(d.S, ".StatusCode")
}

// outgoing reports whether a root is a transport of an HTTP client: it runs on
// behalf of whatever the server serves.
func outgoing(r *link.Root) bool {
	return r.Kind == sdk.RootHTTP && len(r.Fn.Results) > 0 && strings.TrimLeft(r.Fn.Results[0].Type, "*") == "net/http.Response"
}
