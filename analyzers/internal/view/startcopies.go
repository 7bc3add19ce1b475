package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// StartCopy is a list that start-up asks another service for, and from which
// tools answer for as long as the process runs.
type StartCopy struct {
	State  *link.State
	Filled Loc // where it is filled
	Asked  Loc // where the other service is asked
	Read   Loc // where a tool looks
}

// StartCopies lists them, one for each function that fills some: nothing that
// waits, repeats or serves a request brings them up to date, and what they hold
// comes from nowhere else, as configuration would.
func (v *View) StartCopies() []StartCopy {
	var out []StartCopy
	filled := map[*link.Fn]bool{}
	for _, st := range v.States() {
		if !st.Pkg.Main || !st.Container(v.Program) {
			continue
		}
		c, ok := v.startCopy(st)
		if ok && !filled[c.Filled.Fn.Orig()] {
			filled[c.Filled.Fn.Orig()] = true
			out = append(out, c)
		}
	}
	return out
}

func (v *View) startCopy(st *link.State) (StartCopy, bool) {
	c := StartCopy{State: st}
	for _, a := range st.Accesses {
		switch {
		case a.Fn.Test, a.Writes() && a.Kind == link.Delete:
		case !a.Writes():
			if c.Read.Fn == nil && slices.ContainsFunc(v.RootsOf(a.Fn), (*link.Root).IsTool) {
				c.Read = Loc{a.Fn, a.Instr}
			}
		case v.ByRequest(a) || v.repeated(a.Fn, 0, map[*link.Fn]bool{}):
			return c, false
		default:
			at, ok := v.askedFor(a)
			if !ok {
				return c, false
			}
			if at.Fn != nil && c.Asked.Fn == nil {
				c.Filled, c.Asked = Loc{a.Fn, a.Instr}, at
			}
		}
	}
	return c, c.Asked.Fn != nil && c.Read.Fn != nil
}

// askedFor is the HTTP request, if any, near by whose answer is written; it
// fails if what is written also comes out of a file.
func (v *View) askedFor(a *link.Access) (at Loc, ok bool) {
	for _, o := range v.Origins(a.Fn, a.Val) {
		if o.Kind != link.OExtern {
			continue
		}
		if strings.HasPrefix(o.Str, "os.") && o.Str != "os.Getenv" || strings.HasPrefix(o.Str, "embed.") {
			return Loc{}, false
		}
		if o.Fn == nil || o.Instr < 0 || at.Fn != nil || !within(a.Fn, 2, func(f *link.Fn) bool { return f.Orig() == o.Fn.Orig() }) {
			continue
		}
		l := Loc{o.Fn.Orig(), o.Instr}
		if _, http := v.Role(l.In().Callee, sdk.EffectHTTP); http {
			at = l
		}
	}
	return at, true
}
