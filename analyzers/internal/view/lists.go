package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// ListMakers lists the calls of the module's functions that make the tools,
// prompts or resources which a call gives to one session.
func (v *View) ListMakers(l Loc) []Place {
	m := listMakers{v: v, seen: map[decideKey]bool{}}
	for _, a := range l.In().A {
		if v.isItem(v.RegType(l.Fn, a)) {
			m.value(l.Fn, a, 0)
		}
	}
	return m.out
}

type listMakers struct {
	v    *View
	seen map[decideKey]bool
	out  []Place
}

// value follows the definitions in a value to the functions that return them.
func (m *listMakers) value(f *link.Fn, val effects.Val, depth int) {
	k := decideKey{f, val.I}
	if val.K != effects.Reg || m.seen[k] || depth > 24 {
		return
	}
	m.seen[k] = true
	if i, free, ok := f.Param(val); ok {
		for _, e := range f.In {
			if args := e.Args(); !free && i < len(args) && e.Kind != link.Callback && m.v.isItem(f.Params[i].Type) {
				m.value(e.From, args[i], depth+1)
			}
		}
		return
	}
	d := f.Def(val)
	if d == nil {
		return
	}
	switch d.Op {
	case effects.Call:
		m.call(f, f.Index(val), depth)
	case effects.MakeMap, effects.MakeSlice, effects.Alloc:
		for i := range f.Code {
			in := &f.Code[i]
			switch {
			case in.Op == effects.MapSet && in.A[0] == val:
				m.value(f, in.A[2], depth+1)
			case in.Op == effects.Store && baseAlloc(f, in.A[0]) == d.Dst:
				m.value(f, in.A[1], depth+1)
			}
		}
	case effects.Field, effects.FieldVal, effects.Load, effects.Convert, effects.Copy, effects.Extract, effects.Next, effects.Range, effects.Index, effects.Append:
		for _, a := range d.A {
			m.value(f, a, depth+1)
		}
	}
}

// call adds a function that returns definitions, and those that it gets them
// from.
func (m *listMakers) call(f *link.Fn, instr, depth int) {
	for _, e := range f.Out {
		if e.Instr != instr || e.Kind == link.Callback || !e.To.Main() || !slices.ContainsFunc(e.To.Results, func(r effects.Var) bool { return m.v.isItem(r.Type) }) {
			continue
		}
		p := Place{e.Pos(), "the session gets what " + e.To.Name + " makes"}
		if slices.Contains(m.out, p) || len(m.out) >= 8 {
			continue
		}
		m.out = append(m.out, p)
		for i := range e.To.Code {
			if r := &e.To.Code[i]; r.Op == effects.Return {
				for _, a := range r.A {
					m.value(e.To, a, depth+1)
				}
			}
		}
	}
}

// isItem reports whether a type is, or holds, definitions of an SDK.
func (v *View) isItem(t string) bool {
	t = innermost(t)
	dot := strings.LastIndex(t, ".")
	if dot < 0 || !v.Tab.IsSDK(t[:dot]) {
		return false
	}
	for _, r := range []sdk.Role{sdk.ToolType, sdk.PromptType, sdk.ResourceType} {
		if v.TypeRole(t, r) {
			return true
		}
	}
	// A definition with its handler.
	return slices.ContainsFunc(v.Tab.Lookup(t[:dot], t[dot+1:]+".Handler", ""), func(e sdk.Entry) bool { return strings.HasPrefix(string(e.Role), "root.") })
}
