package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// Ambients lists the ambient objects, those that one rewrite closes together:
// values without a key that are fields of one struct and that one function of a
// request sets, such as settings. The first of each group is declared first.
func (v *View) Ambients() [][]*State {
	var out [][]*State
	for _, st := range v.StateObjects() {
		if v.Judge(st).Nature != Ambient {
			continue
		}
		i := slices.IndexFunc(out, func(g []*State) bool {
			return slices.ContainsFunc(g, func(o *State) bool { return v.setTogether(o, st) })
		})
		if i < 0 {
			out = append(out, []*State{st})
			continue
		}
		out[i] = append(out[i], st)
	}
	for _, g := range out {
		slices.SortStableFunc(g, func(a, b *State) int { return a.Pos.Line - b.Pos.Line })
	}
	return out
}

// setTogether reports whether two values are fields of one struct that one
// function sets, and are judged alike.
func (v *View) setTogether(a, b *State) bool {
	if a.Kind != link.FieldState || b.Kind != link.FieldState || owner(a) != owner(b) || v.Judge(a) != v.Judge(b) {
		return false
	}
	if a.Container(v.Program) || b.Container(v.Program) {
		return false
	}
	return slices.ContainsFunc(a.Writes, func(x *link.Access) bool {
		return slices.ContainsFunc(b.Writes, func(y *link.Access) bool { return x.Fn.Orig() == y.Fn.Orig() })
	})
}

// owner is the struct type of a field.
func owner(st *State) string { return st.Key[:max(0, strings.LastIndexByte(st.Key, '.'))] }

// CardTogether fills a finding about several fields of one struct, and lists
// their names.
func (v *View) CardTogether(g []*State) (Finding, []string) {
	f := v.Card(g[0], v.Judge(g[0]))
	if len(g) == 1 {
		return f, nil
	}
	f.Object = f.Object[:strings.LastIndexByte(f.Object, '.')]
	names := []string{short(g[0].Object)[strings.LastIndexByte(short(g[0].Object), '.')+1:]}
	var with []Place
	for _, st := range g[1:] {
		name := short(st.Object)
		with = append(with, Place{st.Pos, "declares " + name + ", set with it"})
		names = append(names, name[strings.LastIndexByte(name, '.')+1:])
		for _, t := range Tools(st.Roots) {
			if !slices.Contains(f.Tools, t) {
				f.Tools = append(f.Tools, t)
			}
		}
	}
	slices.Sort(f.Tools)
	f.Related = append(with, f.Related...)
	return f, names
}
