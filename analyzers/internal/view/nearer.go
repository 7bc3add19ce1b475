package view

// Which of several objects holds what requests change: one of them gets the card.

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

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
