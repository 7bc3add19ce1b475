package link

import (
	"golang.org/x/tools/container/intsets"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// The solver does not tell calls of one function apart: a method that start-up
// calls on the object that it keeps, and requests on objects of their own,
// seems to change the kept one in requests. This asks again, for one operand:
// what do the calls that serve requests hand over?

// handed evaluates operands under the calls of some requests.
type handed struct {
	p     *Program
	scope *intsets.Sparse // the request roots, or nil for all
	seen  map[handedKey]bool
}

type handedKey struct {
	fn *Fn
	v  effects.Val
}

// maxHanded bounds the calls that are followed upwards.
const maxHanded = 5

// byRequests reports whether the calls that serve requests, or those of some
// roots, can hand a function what makes an operand stand for a cell. What is
// not followed counts as handed over.
func (p *Program) byRequests(f *Fn, v effects.Val, n int32, scope *intsets.Sparse) bool {
	h := &handed{p: p, scope: scope, seen: map[handedKey]bool{}}
	s := h.value(f, v, maxHanded)
	for s != nil {
		if s.Has(int(n)) {
			return true
		}
		if p.nodes[n].kind != nSub {
			return false
		}
		n = p.nodes[n].parent
	}
	return true
}

// value is what an operand stands for, or nil if that is everything that the
// solver says.
func (h *handed) value(f *Fn, v effects.Val, depth int) *intsets.Sparse {
	if v.K != effects.Reg {
		return nil
	}
	if i, free, ok := f.Param(v); ok {
		if free {
			return nil
		}
		return h.param(f, i, v, depth)
	}
	d := f.Def(v)
	if d == nil || len(d.A) == 0 {
		return nil
	}
	switch d.Op {
	case effects.Convert:
		return h.value(f, d.A[0], depth)
	case effects.Field:
		base := h.value(f, d.A[0], depth)
		if base == nil {
			return nil
		}
		out := new(intsets.Sparse)
		for _, b := range base.AppendTo(nil) {
			for _, m := range append(h.p.structsIn(int32(b)), int32(b)) {
				if s, ok := h.p.nodes[m].subs[d.S]; ok {
					out.Insert(int(s))
				} else if h.p.nodes[m].depth >= maxSubDepth {
					return nil
				}
			}
		}
		return out
	case effects.Load:
		cells := h.value(f, d.A[0], depth)
		if cells == nil || d.Has(effects.Struct) {
			return nil
		}
		out := new(intsets.Sparse)
		for _, c := range cells.AppendTo(nil) {
			if k := h.p.nodes[c].cont; k >= 0 && h.p.pts[k] != nil {
				out.UnionWith(h.p.pts[k])
			}
		}
		return out
	}
	return nil
}

// param joins what the calls in scope hand over as a parameter.
func (h *handed) param(f *Fn, i int, v effects.Val, depth int) *intsets.Sparse {
	k := handedKey{f, v}
	if depth == 0 || h.seen[k] || len(f.In) == 0 || len(h.p.rootsOfFn(f)) > 0 {
		return nil
	}
	h.seen[k] = true
	defer delete(h.seen, k)
	out := new(intsets.Sparse)
	for _, e := range f.In {
		if e.Kind == Callback || i >= len(e.Args()) {
			return nil
		}
		if !h.serves(e.From) {
			continue
		}
		a := e.Args()[i]
		s := h.value(e.From, a, depth-1)
		if s == nil {
			s = h.p.peek(e.From, a)
		}
		if s != nil {
			out.UnionWith(s)
		}
	}
	return out
}

func (h *handed) serves(f *Fn) bool {
	r := h.p.reach.request[f.Num]
	return r != nil && !r.IsEmpty() && (h.scope == nil || r.Intersects(h.scope))
}
