package view

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// failsOnce reports whether a cell keeps the error of asking another server,
// which requests do once and never again: a single failure, such as a network
// that is down for a second, lasts until the process is restarted.
func (v *View) failsOnce(st *State) bool {
	if st.Type != "error" || len(st.Reads) == 0 {
		return false
	}
	kept := false
	for _, w := range st.Writes {
		if w.Depth > 0 || !v.underOnce(w.Fn) || !within(w.Fn, 2, v.asksOutside) {
			return false
		}
		kept = kept || w.Val.K == effects.Reg
	}
	return kept
}

// asksOutside reports whether a function makes a request over HTTP.
func (v *View) asksOutside(f *link.Fn) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		_, ok := v.Role(in.Callee, sdk.EffectHTTP)
		return ok && in.Op == effects.Call
	})
}

// within reports whether something holds for a function, or for one that is at
// most so many calls away.
func within(f *link.Fn, calls int, holds func(*link.Fn) bool) bool {
	if holds(f) {
		return true
	}
	return calls > 0 && slices.ContainsFunc(f.Out, func(e *link.Edge) bool { return e.Kind == link.Static && within(e.To, calls-1, holds) })
}
