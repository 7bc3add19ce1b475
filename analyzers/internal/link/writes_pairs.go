package link

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// Item is what a tool's definition is given as where it is registered.
type Item struct {
	Fn  *Fn
	Val effects.Val
}

// Items lists the values that define a root, where they are plain operands.
func (r *Root) Items() []Item {
	var out []Item
	for _, it := range r.items {
		if it.cell < 0 && it.fn != nil {
			out = append(out, Item{it.fn, it.val})
		}
	}
	return out
}

// keysFor is what defines a root: the operand itself or, where a loop over a map
// from definitions to handlers registers them, the keys of this handler.
func (p *Program) keysFor(r *Root, it itemRef) []itemRef {
	out := []itemRef{it}
	d := it.fn.Def(it.val)
	if d != nil && d.Op == effects.Load {
		d = it.fn.Def(d.A[0])
	}
	if d == nil || d.Op != effects.Extract || d.I != 1 {
		return out
	}
	next := it.fn.Def(d.A[0])
	if next == nil || next.Op != effects.Next {
		return out
	}
	for _, m := range p.points(it.fn, next.A[0]) {
		s, ok := p.nodes[m].subs["[v]"]
		if !ok {
			continue
		}
		for _, st := range p.cellStores(s) {
			if in := &st.fn.Code[st.instr]; in.Op == effects.MapSet && slices.Contains(p.FuncsOf(st.fn, in.A[2]), r.Fn) {
				out = append(out, itemRef{st.fn, in.A[1], -1})
			}
		}
	}
	return out
}

// Near reports whether a function was made for the function that makes a
// definition: a literal inside it, or a copy of a helper for its call.
func (p *Program) Near(f *Fn, d Def) int {
	if d.Fn == nil {
		return 0
	}
	if f.Site != nil && f.Site == d.Fn.Site {
		return 3
	}
	for g, n := f, 0; g != nil && n < 12; n++ {
		if g == d.Fn || g.Orig() == d.Fn.Orig() {
			return 2
		}
		switch {
		case g.Site != nil:
			g = g.Site.From
		case g.Parent != "" && p.byID[g.Parent] != nil:
			g = p.byID[g.Parent]
		default:
			g = nil
		}
	}
	if t := p.recvType(f); t != "" && t == p.recvType(d.Fn) {
		return 1 // the methods of one tool
	}
	return 0
}

// recvType is the type whose method a function is, or stands in; "" for others.
func (p *Program) recvType(f *Fn) string {
	for f.Parent != "" && p.byID[f.Parent] != nil {
		f = p.byID[f.Parent]
	}
	if f = f.Orig(); f.Recv && len(f.Params) > 0 {
		return strings.TrimLeft(f.Params[0].Type, "*")
	}
	return ""
}

// Pairs knows which functions stand beside which definitions.
type Pairs struct {
	*Program
	beside    map[int32][]*Fn
	underName map[string][]*Fn
	kidsOf    map[string][]*Fn
	defAtNode map[int32][]Def
}

// Beside lists the functions that stand beside a definition: in another field
// of the struct that holds it, or in a map under its name.
func (p *Pairs) Beside(d Def) []*Fn {
	out := slices.Clone(p.beside[d.node])
	for _, f := range p.underName[d.Name] {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// DefsOf lists the definitions that a value can be.
func (p *Pairs) DefsOf(f *Fn, v effects.Val) []Def {
	var out []Def
	seen := map[int32]bool{}
	var walk func(n int32, depth int)
	walk = func(n int32, depth int) {
		if seen[n] || depth > 3 {
			return
		}
		seen[n] = true
		ds := p.defsAt(n, p.defAtCached)
		for _, d := range ds {
			if !slices.ContainsFunc(out, func(o Def) bool { return o.Name == d.Name && o.Pos == d.Pos }) {
				out = append(out, d)
			}
		}
		if len(ds) == 0 {
			p.held(n, func(m int32) { walk(m, depth+1) })
		}
	}
	for _, n := range p.points(f, v) {
		walk(n, 0)
	}
	return out
}

// NewPairs finds the structs that hold a function and something else, and the
// maps that hold functions under constant names.
func NewPairs(prog *Program) *Pairs {
	p := &Pairs{Program: prog, beside: map[int32][]*Fn{}, underName: map[string][]*Fn{}, kidsOf: map[string][]*Fn{}, defAtNode: map[int32][]Def{}}
	for _, g := range p.Fns {
		if g.Parent != "" {
			p.kidsOf[g.Parent] = append(p.kidsOf[g.Parent], g)
		}
	}
	for n := range p.nodes {
		nd := &p.nodes[n]
		if len(nd.order) < 2 || nd.kind == nFunc {
			continue
		}
		var fns []*Fn
		var objs []int32
		for _, s := range nd.order {
			if p.nodes[s].elem {
				continue
			}
			p.held(s, func(m int32) {
				if p.nodes[m].kind == nFunc {
					if !slices.Contains(fns, p.nodes[m].fn) {
						fns = append(fns, p.nodes[m].fn)
					}
				} else if !slices.Contains(objs, m) {
					objs = append(objs, m)
				}
			})
			objs = append(objs, s)
		}
		if len(fns) == 0 || len(fns) > 3 || len(objs) > 12 {
			continue // a merger of several
		}
		for _, o := range objs {
			for _, f := range fns {
				if !slices.Contains(p.beside[o], f) {
					p.beside[o] = append(p.beside[o], f)
				}
			}
		}
	}
	for _, f := range p.Fns {
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.MapSet || in.A[1].K != effects.Const || in.A[1].I != 1 {
				continue
			}
			for _, g := range p.FuncsOf(f, in.A[2]) {
				if have := p.underName[in.A[1].S]; !slices.Contains(have, g) {
					p.underName[in.A[1].S] = append(have, g)
				}
			}
		}
	}
	return p
}

// Within lists the functions that are literals inside a function, at any
// depth, and the function itself.
func (p *Pairs) Within(f *Fn) []*Fn {
	out := []*Fn{f}
	for i := 0; i < len(out); i++ {
		for j := range out[i].Code {
			in := &out[i].Code[j]
			if in.Op != effects.Closure {
				continue
			}
			if g := p.resolve(out[i], in.S); g != nil && !slices.Contains(out, g) {
				out = append(out, g)
			}
		}
		// Literals that capture nothing are plain function operands.
		for _, g := range p.kids(out[i]) {
			if !slices.Contains(out, g) {
				out = append(out, g)
			}
		}
	}
	return out
}

func (p *Pairs) kids(f *Fn) []*Fn {
	var out []*Fn
	for _, g := range p.kidsOf[f.Fn.ID] {
		if g.Clone == nil && f.Clone == nil || g.Clone != nil && g.Site == f.Site {
			out = append(out, g)
		}
	}
	return out
}
