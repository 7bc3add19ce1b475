package view

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// foundBy lists the registers of a function that say whether a lookup found
// something, and whether they are true if it did: ok is result number k of the
// register.
func foundBy(f *link.Fn, r, k int32) map[int32]bool {
	found := map[int32]bool{}
	for i := range f.Code {
		in := &f.Code[i]
		if len(in.A) == 0 || in.A[0].K != effects.Reg {
			continue
		}
		switch {
		case in.Op == effects.Extract && in.A[0].I == r && in.I == k:
			found[in.Dst] = true
		case in.Op == effects.Bin && (in.S == "==" || in.S == "!=") && in.A[0].I == r && in.A[1].K == effects.Nil:
			found[in.Dst] = in.S == "!="
		case in.Op == effects.Un && in.S == "!":
			if hit, ok := found[in.A[0].I]; ok {
				found[in.Dst] = !hit
			}
		}
	}
	return found
}

// missFails reports whether a lookup that finds nothing ends in an error: ok
// is result number k of the register, or the register itself when k is 0.
func (v *View) missFails(f *link.Fn, r int32, k int32, depth int) bool {
	if r < 0 || depth > 3 {
		return false
	}
	found := foundBy(f, r, k)
	if len(found) == 0 {
		// The pair is handed to the caller.
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Return {
				continue
			}
			for pos, a := range in.A {
				if a.K == effects.Reg && a.I == r {
					for _, e := range f.In {
						if v.missFails(e.From, e.From.Code[e.Instr].Dst, int32(pos), depth+1) {
							return true
						}
					}
				}
			}
		}
		return false
	}
	for i := range f.Code {
		in := &f.Code[i]
		switch in.Op {
		case effects.Return:
			for pos, a := range in.A {
				if _, ok := found[a.I]; ok && a.K == effects.Reg {
					for _, e := range f.In {
						if v.missFails(e.From, e.From.Code[e.Instr].Dst, int32(pos), depth+1) {
							return true
						}
					}
				}
			}
			if guardedBy(f, in.Blk, found) && failing(f, in) {
				return true
			}
		case effects.Call:
			if guardedBy(f, in.Blk, found) && v.reports(in.Callee) {
				return true
			}
		}
	}
	return v.needsHit(f, found)
}

// needsHit reports whether a function fails unless a lookup found something:
// all that it returns without an error is behind that. An error has no condition
// of its own where a second one leads there, as in !ok || other.
func (v *View) needsHit(f *link.Fn, found map[int32]bool) bool {
	fails, succeeds := false, false
	for i := range f.Code {
		in := &f.Code[i]
		switch {
		case in.Op != effects.Return:
		case failing(f, in) || slices.ContainsFunc(in.A, func(a effects.Val) bool {
			d := f.Def(a)
			return d != nil && d.Op == effects.Call && v.reports(d.Callee)
		}):
			fails = true
		case !slices.ContainsFunc(f.Blocks[in.Blk].Guards, func(g effects.Guard) bool {
			hit, ok := found[g.Cond.I]
			return ok && g.Cond.K == effects.Reg && hit != g.Neg
		}):
			return false
		default:
			succeeds = true
		}
	}
	return fails && succeeds
}

// guardedBy reports whether a block has a condition of what a lookup found,
// whichever way.
func guardedBy(f *link.Fn, blk int32, found map[int32]bool) bool {
	return slices.ContainsFunc(f.Blocks[blk].Guards, func(g effects.Guard) bool {
		_, ok := found[g.Cond.I]
		return ok && g.Cond.K == effects.Reg
	})
}

// failing reports whether a return hands out an error.
func failing(f *link.Fn, in *effects.Instr) bool {
	for pos, a := range in.A {
		if pos < len(f.Results) && f.Results[pos].Type == "error" && a.K != effects.Nil {
			return true
		}
	}
	return false
}

// reports reports whether a call tells the client of a failure.
func (v *View) reports(s effects.Sym) bool {
	if _, ok := v.Role(s, sdk.ResultError); ok {
		return true
	}
	return s.Path == "net/http" && (s.Name == "Error" || s.Name == "NotFound" || s.Name == "ResponseWriter.WriteHeader")
}
