package link

import (
	"slices"

	"golang.org/x/tools/container/intsets"
)

// SharedWith lists the other states that hold an object which a state holds as
// well: what is changed through one of them is changed in both. What leads to the
// object through the state itself is left out.
func (p *Program) SharedWith(s *State) []*State {
	held := p.behind(s, nil)
	var out []*State
	for _, o := range p.States() {
		if o != s && !slices.Contains(out, o) && p.behind(o, s).Intersects(held) {
			out = append(out, o)
		}
	}
	return out
}

// behind is the objects behind the references that a state holds, at any depth,
// on ways that do not lead through another state or the field of its name in
// objects that are not known.
func (p *Program) behind(s, not *State) *intsets.Sparse {
	out, seen := &intsets.Sparse{}, &intsets.Sparse{}
	if not != nil {
		for _, n := range not.cells {
			seen.Insert(int(n))
		}
	}
	var walk func(n int32)
	walk = func(n int32) {
		if !seen.Insert(int(n)) {
			return
		}
		nd := &p.nodes[n]
		if nd.kind == nFunc || not != nil && nd.field != "" && nd.field == not.Key {
			return
		}
		if nd.cont >= 0 && p.pts[nd.cont] != nil {
			for _, m := range p.pts[nd.cont].AppendTo(nil) {
				if p.nodes[m].kind == nAlloc {
					out.Insert(m)
				}
				walk(int32(m))
			}
		}
		for _, m := range p.structsIn(n) {
			walk(m)
		}
		for _, sub := range nd.order {
			walk(sub)
		}
	}
	for _, c := range s.cells {
		walk(c)
	}
	return out
}
