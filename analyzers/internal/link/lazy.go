package link

import (
	"golang.org/x/tools/container/intsets"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// findLazy marks the objects that a request makes on behalf of all: a cell that
// is older than the request receives the object while it is still empty, nothing
// else holds it, and it is made for nothing else. For every request but the first, the object was there
// before, as if start-up had made it.
func (p *Program) findLazy(isBase func(int32) bool) *intsets.Sparse {
	once, other := new(intsets.Sparse), new(intsets.Sparse)
	for _, f := range p.Fns {
		if !p.InRequest(f) {
			continue
		}
		runsOnce := p.underOnce(f)
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Store {
				continue
			}
			for _, n := range p.points(f, in.A[1]) {
				nd := &p.nodes[n]
				if nd.kind != nAlloc || nd.fn == nil || !p.InRequest(nd.fn) {
					continue
				}
				if (runsOnce || p.whileUnset(f, in)) && madeFor(nd.fn, f, 0) {
					once.Insert(int(n))
				} else if p.storesLive(f, in) {
					other.Insert(int(n))
				}
			}
		}
	}
	once.DifferenceWith(other)
	out := new(intsets.Sparse)
	for _, n := range once.AppendTo(nil) {
		if p.heldInOneCell(int32(n), isBase) {
			out.Insert(n)
		}
	}
	return out
}

// maxMakers is how many constructors stand between a store and what it stores.
const maxMakers = 4

// madeFor reports whether all that a function makes is for one other function.
// A constructor that others call as well makes objects of their own, such as a
// configuration that each change reads, changes and saves.
func madeFor(maker, holder *Fn, depth int) bool {
	if maker == holder {
		return true
	}
	if depth == maxMakers || len(maker.In) == 0 {
		return false
	}
	for _, e := range maker.In {
		if !e.From.Test && !madeFor(e.From, holder, depth+1) {
			return false
		}
	}
	return true
}

// storesLive reports whether a store changes memory that outlives the request.
func (p *Program) storesLive(f *Fn, in *effects.Instr) bool {
	for _, c := range p.points(f, in.A[0]) {
		if p.live.Has(int(c)) {
			return true
		}
	}
	return false
}

// heldInOneCell reports whether all that holds an object are fields, package
// variables and captured variables that are older than requests: no entries of
// containers, which hold many objects that are made at one place.
func (p *Program) heldInOneCell(n int32, isBase func(int32) bool) bool {
	held := p.holders[n]
	for _, h := range held {
		for {
			nd := &p.nodes[h]
			if nd.kind != nSub {
				break
			}
			if nd.elem {
				return false
			}
			h = nd.parent
		}
		if !isBase(h) {
			return false
		}
	}
	return len(held) > 0
}

// whileUnset reports whether a store runs only while its cell is nil.
func (p *Program) whileUnset(f *Fn, in *effects.Instr) bool {
	cells := p.peek(f, in.A[0])
	if cells == nil {
		return false
	}
	for _, g := range f.Blocks[in.Blk].Guards {
		d := f.Def(g.Cond)
		if d == nil || d.Op != effects.Bin || d.S != "==" && d.S != "!=" || (d.S == "==") == g.Neg {
			continue
		}
		for k := range 2 {
			l := f.Def(d.A[k])
			if d.A[1-k].K != effects.Nil || l == nil || l.Op != effects.Load {
				continue
			}
			if seen := p.peek(f, l.A[0]); seen != nil && seen.Intersects(cells) {
				return true
			}
		}
	}
	return false
}

// underOnce reports whether a function is only run by sync.Once and its like.
func (p *Program) underOnce(f *Fn) bool {
	for _, e := range f.In {
		once := false
		for _, entry := range p.Entries(e.From.Code[e.Instr].Callee) {
			once = once || entry.Role == sdk.SyncOnce
		}
		if !once {
			return false
		}
	}
	return len(f.In) > 0
}
