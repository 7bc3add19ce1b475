package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// comparison is two values that a function compares for equality.
type comparison struct {
	at   Loc
	a, b effects.Val
}

// comparisons lists where a function compares two values that it computes.
func comparisons(f *link.Fn) []comparison {
	var out []comparison
	for i := range f.Code {
		in := &f.Code[i]
		equal := in.Op == effects.Bin && (in.S == "==" || in.S == "!=") ||
			in.Op == effects.Call && (in.Callee.Path == "crypto/subtle" && in.Callee.Name == "ConstantTimeCompare" || in.Callee.Path == "crypto/hmac" && in.Callee.Name == "Equal")
		if equal && len(in.A) == 2 && in.A[0].K == effects.Reg && in.A[1].K == effects.Reg {
			out = append(out, comparison{Loc{f, i}, in.A[0], in.A[1]})
		}
	}
	return out
}

// issued reports whether one request puts a value into a cell that nobody can
// guess, and later requests are compared with it: a login or a flow that only
// this process knows.
func (v *View) issued(st *State) bool {
	if st.Type != "string" && st.Type != "[]byte" && st.Type != "[]uint8" || !st.Direct.Has(FromStrongID) {
		return false
	}
	for _, r := range st.Reads {
		if r.Depth > 0 || r.All {
			continue
		}
		for _, c := range comparisons(r.Fn) {
			for range 2 {
				if v.isPart(r, c.a) && v.Class(r.Fn, c.b).Has(FromHTTP|FromPrincipal|FromArg) && !v.oauthState(r.Fn, c.b) {
					return true
				}
				c.a, c.b = c.b, c.a
			}
		}
	}
	return false
}

// isPart reports whether a value of a function is what an access loads there,
// converted at most.
func (v *View) isPart(r *link.Access, val effects.Val) bool {
	val = unboxed(r.Fn, val)
	return val.K == effects.Reg && val.I == r.In().Dst
}

// oauthState reports whether a value is the parameter state of a request: it
// joins the answer of an authorization server with the login that waits for it.
func (v *View) oauthState(f *link.Fn, val effects.Val) bool {
	return slices.ContainsFunc(v.Origins(f, val), func(o link.Origin) bool {
		return o.Kind == link.OTable && o.Entry.Role == sdk.OriginHTTPParam && o.Str == "state"
	})
}

// stops reports whether one call keeps how to stop the work that goes on after
// its answer, and another call stops it by that; or the next of the same kind
// does, while the work holds a live resource.
func (v *View) stops(st *State) bool {
	if st.Type != "func" && st.Type != "context.CancelFunc" || v.insideEntries(st) {
		return false
	}
	holds, kept := false, false
	for _, w := range st.Writes {
		if w.Depth == 0 && w.Val.K == effects.Reg && slices.ContainsFunc(v.madeBy(w.Fn, w.Val, 0), v.detachedCancel) {
			kept = true
			holds = holds || v.leavesLive(w.Fn)
		}
	}
	return kept && slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		ends := r.Depth == 0 && slices.ContainsFunc(r.Fn.Code, func(in effects.Instr) bool {
			return in.Op == effects.Call && in.Has(effects.Dynamic) && !in.Has(effects.Defer) && len(in.A) > 0 && v.isPart(r, in.A[0])
		})
		return ends && (holds || slices.ContainsFunc(v.RootsOf(r.Fn), func(o *link.Root) bool { return !slices.Contains(st.Writers, o) }))
	})
}

// insideEntries reports whether a cell is a part of the entries of a container
// that requests change: the container stands for it.
func (v *View) insideEntries(st *State) bool {
	return slices.ContainsFunc(v.StateObjects(), func(o *State) bool {
		return o != st && o.Container(v.Program) && slices.ContainsFunc(o.Writes, func(a *link.Access) bool {
			return a.Depth > 0 && slices.ContainsFunc(st.Writes, func(w *link.Access) bool { return w.Fn == a.Fn && w.Instr == a.Instr })
		})
	})
}

// ofEntries reports whether a cell is a field of what some container holds:
// there is one for each entry.
func (v *View) ofEntries(st *State) bool {
	owner := st.Key[:max(strings.LastIndexByte(st.Key, '.'), 0)]
	return slices.ContainsFunc(v.States(), func(s *link.State) bool {
		return s.Container(v.Program) && slices.ContainsFunc(v.ElemTypes(s), func(t string) bool { return strings.TrimLeft(t, "*") == owner })
	})
}

// leavesLive reports whether a function, or one that calls it, starts a goroutine
// that is given a live resource.
func (v *View) leavesLive(f *link.Fn) bool {
	fns := []*link.Fn{f}
	for _, e := range f.In {
		fns = append(fns, e.From)
	}
	return slices.ContainsFunc(fns, func(g *link.Fn) bool {
		return slices.ContainsFunc(g.Out, func(e *link.Edge) bool {
			given := slices.Concat(e.To.Params, e.To.Free)
			return e.Go && slices.ContainsFunc(given, func(x effects.Var) bool { return leased(v.liveType(x.Type)) })
		})
	})
}

// liveType is the kind of live resource that a type stands for, behind pointers.
func (v *View) liveType(t string) string {
	t = strings.TrimLeft(t, "*")
	dot := strings.LastIndexByte(t, '.')
	if dot < 0 {
		return ""
	}
	e, _ := v.Tab.Role(t[:dot], t[dot+1:], "", sdk.Live)
	return e.Get("kind")
}

// detachedCancel reports whether a call makes a context that can be ended, and
// that does not end with the request.
func (v *View) detachedCancel(l Loc) bool {
	in := l.In()
	switch in.Callee.Name {
	case "WithCancel", "WithTimeout", "WithDeadline", "WithCancelCause":
	default:
		return false
	}
	if in.Callee.Path != "context" || len(in.A) == 0 {
		return false
	}
	parent := l.Fn.Def(in.A[0])
	if parent == nil || parent.Op != effects.Call {
		return false
	}
	_, detached := v.Role(parent.Callee, sdk.CtxDetach)
	return detached
}
