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
		if w.Depth > 0 || !v.underOnce(w.Fn) || !v.asksOutside(w.Fn, 2) {
			return false
		}
		kept = kept || w.Val.K == effects.Reg
	}
	return kept
}

// asksOutside reports whether a function, or what it calls, makes a request
// over HTTP.
func (v *View) asksOutside(f *link.Fn, depth int) bool {
	for i := range f.Code {
		if in := &f.Code[i]; in.Op == effects.Call {
			if _, ok := v.Role(in.Callee, sdk.EffectHTTP); ok {
				return true
			}
		}
	}
	return depth > 0 && slices.ContainsFunc(f.Out, func(e *link.Edge) bool { return e.Kind == link.Static && v.asksOutside(e.To, depth-1) })
}
