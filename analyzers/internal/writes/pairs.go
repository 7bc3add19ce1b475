package writes

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// handler is one tool behind a root: most roots serve one; a wrapper that all
// tools go through serves many.
type handler struct {
	root  *link.Root
	def   link.Def
	start []*link.Fn
}

// allHandlers lists the tools of the program, each once.
func (w *walker) allHandlers() []handler {
	pairs := link.NewPairs(w.v.Program)
	var out, shared []handler
	direct := map[string]bool{}
	id := func(h handler) string { return h.def.Name + "@" + h.def.Pos.String() }
	for _, r := range w.v.Roots {
		if !r.IsTool() || r.Inferred || r.Fn.Test {
			continue
		}
		hs, own := w.handlers(pairs, r)
		if !own {
			shared = append(shared, hs...)
			continue
		}
		for _, h := range hs {
			direct[id(h)] = true
		}
		out = append(out, hs...)
	}
	// A wrapper that every tool goes through leads to the same handlers.
	for _, h := range shared {
		if !direct[id(h)] {
			direct[id(h)] = true
			out = append(out, h)
		}
	}
	return out
}

// handlers tells apart the tools that a root serves; own is false if several
// go through it.
func (w *walker) handlers(pairs *link.Pairs, r *link.Root) (hs []handler, own bool) {
	defs := w.v.Defs(r)
	if len(defs) > 1 {
		defs = w.narrow(r, defs)
	}
	switch {
	case len(defs) == 0:
		return nil, true
	case oneName(defs):
		return []handler{{r, richest(defs), []*link.Fn{r.Fn}}}, true
	}
	var out []handler
	for _, d := range defs {
		if slices.ContainsFunc(out, func(h handler) bool { return h.def.Name == d.Name }) {
			continue
		}
		var start []*link.Fn
		for _, f := range pairs.Beside(d) {
			for _, g := range pairs.Within(f) {
				if g != r.Fn && w.v.Path(r, g) != nil {
					start = append(start, g)
					break
				}
			}
		}
		if len(start) > 0 && len(start) <= 3 {
			out = append(out, handler{r, d, start})
		}
	}
	return out, false
}

func oneName(defs []link.Def) bool {
	for _, d := range defs[1:] {
		if d.Name != defs[0].Name {
			return false
		}
	}
	return true
}

// richest is the definition that says most.
func richest(defs []link.Def) link.Def {
	best := defs[0]
	for _, d := range defs[1:] {
		if len(d.Desc) > len(best.Desc) || len(d.Desc) == len(best.Desc) && len(d.Hints) > len(best.Hints) {
			best = d
		}
	}
	return best
}

// narrow keeps the definitions that belong to a root: those that the way of
// the value names, and those made for the same call.
func (w *walker) narrow(r *link.Root, defs []link.Def) []link.Def {
	var names []string
	for _, it := range r.Items() {
		for _, m := range w.makers(&frame{fn: it.Fn}, it.Val) {
			for _, e := range w.v.Entries(m.in.Callee) {
				if e.Role != sdk.ToolNew {
					continue
				}
				if a, ok := attr(m.in, e, "name"); ok {
					names = union(names, w.texts(m.fr, a))
				}
			}
		}
	}
	if len(names) == 1 && names[0] != "*" {
		defs = keep(defs, func(d link.Def) bool { return d.Name == names[0] })
	}
	best := 0
	for _, d := range defs {
		best = max(best, w.v.Near(r.Fn, d))
	}
	if best > 0 {
		defs = keep(defs, func(d link.Def) bool { return w.v.Near(r.Fn, d) == best })
	}
	return defs
}

func keep(defs []link.Def, ok func(link.Def) bool) []link.Def {
	var out []link.Def
	for _, d := range defs {
		if ok(d) {
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		return defs
	}
	return out
}
