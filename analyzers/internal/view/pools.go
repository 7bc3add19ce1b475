package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// aged reports whether whoever looks an entry up lets it go once it has reached
// an age, and makes it anew: no later call may count on what it held.
func (v *View) aged(st *State) bool {
	if !st.Keyed || !st.Rebuilds {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		return r.Depth == 0 && !r.All && r.Key.K != effects.None && v.asksAge(r.Fn, r.In().Dst)
	})
}

// asksAge reports whether a function compares a time in what a register holds
// with the clock.
func (v *View) asksAge(f *link.Fn, reg int32) bool {
	parts := map[int32]bool{reg: true}
	for i := range f.Code {
		in := &f.Code[i]
		if in.Dst < 0 || len(in.A) == 0 {
			continue
		}
		switch in.Op {
		case effects.Extract, effects.Convert, effects.Copy, effects.Field, effects.FieldVal, effects.Load:
			if in.A[0].K == effects.Reg && parts[in.A[0].I] {
				parts[in.Dst] = true
			}
		case effects.Call:
			if in.Callee.Path != "time" {
				continue
			}
			switch in.Callee.Name {
			case "Since", "Until", "Time.Sub", "Time.Before", "Time.After", "Time.Compare":
				if slices.ContainsFunc(in.A, func(a effects.Val) bool { return a.K == effects.Reg && parts[a.I] }) {
					return true
				}
			}
		}
	}
	return false
}

// onlyForgotten reports whether requests look entries of a container up only in
// order to remove them, by keys that no caller brings: a list of what has to be
// ended when the process ends.
func (v *View) onlyForgotten(st *State) bool {
	const named = callers | FromSessionName | FromStrongID | FromWeakID | FromCount | FromClock | FromUnknown
	if !st.Keyed || !st.Container(v.Program) {
		return false
	}
	for _, a := range st.Accesses {
		if a.Depth == 0 && !a.Fn.Test && v.ByRequest(a) && a.Key.K != effects.None && v.Direct(a.Fn, a.Key).Has(named) {
			return false
		}
	}
	looked := false
	for _, r := range st.Reads {
		if r.Depth > 0 {
			continue
		}
		own := func(d *link.Access) bool { return d.Fn == r.Fn && d.Depth == 0 }
		if r.All || !slices.ContainsFunc(st.Deletes, own) {
			return false
		}
		looked = true
	}
	return looked
}

// onlyEnded reports whether a container holds nothing but what has to be closed
// or stopped some day, and no request looks an entry up: whoever goes through it
// takes out what it ends.
func (v *View) onlyEnded(st *State) bool {
	switch strings.TrimLeft(elemKey(strings.TrimLeft(st.Type, "*")), "*") {
	case "io.Closer", "os.File", "context.CancelFunc":
	default:
		return false
	}
	for _, r := range st.Reads {
		if r.Depth > 0 {
			continue
		}
		takes := func(d *link.Access) bool { return d.Fn == r.Fn && d.Depth == 0 }
		if !r.All || !slices.ContainsFunc(st.Deletes, takes) {
			return false
		}
	}
	return true
}
