package link

import (
	"slices"

	"golang.org/x/tools/container/intsets"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// reachability knows which functions run while a request is served and which
// run when the process starts.
type reachability struct {
	request []*intsets.Sparse // function -> roots that reach it
	start   []bool            // function runs outside requests
	entry   []bool            // nothing in the program calls it
}

// reachAll computes what requests and start-up reach.
func (p *Program) reachAll() {
	r := &reachability{request: make([]*intsets.Sparse, len(p.Fns)), start: make([]bool, len(p.Fns)), entry: make([]bool, len(p.Fns))}
	p.reach = r
	isRoot := make([]bool, len(p.Fns))
	var work []*Fn
	for i, root := range p.Roots {
		root.ID = i
		isRoot[root.Fn.Num] = true
		if r.request[root.Fn.Num] == nil {
			r.request[root.Fn.Num] = new(intsets.Sparse)
		}
		r.request[root.Fn.Num].Insert(i)
		work = append(work, root.Fn)
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range f.Out {
			if r.request[e.To.Num] == nil {
				r.request[e.To.Num] = new(intsets.Sparse)
			}
			if r.request[e.To.Num].UnionWith(r.request[f.Num]) {
				work = append(work, e.To)
			}
		}
	}
	for _, f := range p.Fns {
		if len(f.In) == 0 && !isRoot[f.Num] && !(f.Clone == nil && hasClone(p, f)) && !(f.Parent != "" && p.boundParent(f)) {
			r.entry[f.Num] = true
			if !r.start[f.Num] && !p.servesExchange(f) {
				r.start[f.Num] = true
				work = append(work, f)
			}
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range f.Out {
			if !r.start[e.To.Num] && !isRoot[e.To.Num] {
				r.start[e.To.Num] = true
				work = append(work, e.To)
			}
		}
	}
}

// RootsOf lists the roots from which a function is reached.
func (p *Program) RootsOf(f *Fn) []*Root {
	s := p.reach.request[f.Num]
	if s == nil {
		return nil
	}
	var out []*Root
	for _, i := range s.AppendTo(nil) {
		out = append(out, p.rootByReach[i])
	}
	return out
}

// InRequest reports whether a function runs while a request is served.
func (p *Program) InRequest(f *Fn) bool {
	return p.reach.request[f.Num] != nil && !p.reach.request[f.Num].IsEmpty()
}

// AtStart reports whether a function runs outside requests.
func (p *Program) AtStart(f *Fn) bool { return p.reach.start[f.Num] }

// Step is one call on the way from a root.
type Step struct {
	Edge *Edge // nil for the root itself
	Fn   *Fn
}

// Path is the shortest chain of calls from a root to a function; its first
// step is the root.
func (p *Program) Path(r *Root, to *Fn) []Step {
	prev := map[*Fn]*Edge{r.Fn: nil}
	queue := []*Fn{r.Fn}
	for len(queue) > 0 && queue[0] != to {
		f := queue[0]
		queue = queue[1:]
		for _, e := range f.Out {
			if _, ok := prev[e.To]; !ok {
				prev[e.To] = e
				queue = append(queue, e.To)
			}
		}
	}
	if _, ok := prev[to]; !ok {
		return nil
	}
	var out []Step
	for f := to; ; {
		e := prev[f]
		out = append(out, Step{e, f})
		if e == nil {
			break
		}
		f = e.From
	}
	slices.Reverse(out)
	return out
}

// Sure reports whether every call on a path is resolved by flow.
func Sure(path []Step) bool {
	for _, s := range path {
		if s.Edge != nil && s.Edge.Kind >= Guess {
			return false
		}
	}
	return true
}

// findLive marks the memory that outlives a request: package variables, what
// registered handlers hold, and all that these lead to.
func (p *Program) findLive() {
	p.live = new(intsets.Sparse)
	var work []int32
	mark := func(n int32) {
		if nd := &p.nodes[n]; nd.kind != nFunc && p.exchange(nd.typ, 0) {
			return // each request has its own
		}
		if p.live.Insert(int(n)) {
			work = append(work, n)
		}
	}
	for _, n := range p.globals {
		mark(n)
	}
	for _, r := range p.Roots {
		if r.node >= 0 && (r.RegFn == nil || p.AtStart(r.RegFn) || !p.InRequest(r.RegFn)) {
			mark(r.node)
		}
	}
	for _, r := range p.Roots {
		if r.Hand {
			for _, n := range p.heldByHand(r) {
				mark(n)
			}
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		nd := &p.nodes[n]
		for _, s := range nd.subs {
			mark(s)
		}
		for _, m := range p.structsIn(n) {
			mark(m)
		}
		if nd.cont >= 0 && p.pts[nd.cont] != nil {
			for _, m := range p.pts[nd.cont].AppendTo(nil) {
				mark(int32(m))
			}
		}
		if nd.kind == nFunc && nd.instr >= 0 {
			maker := p.makerOf(n)
			for _, b := range nd.binds {
				if maker == nil {
					break
				}
				if v := p.peek(maker, b); v != nil {
					for _, m := range v.AppendTo(nil) {
						mark(int32(m))
					}
				}
			}
		}
	}
	p.findServed()
	p.holders = map[int32][]int32{}
	for n := range p.nodes {
		if !p.live.Has(n) {
			continue
		}
		nd := &p.nodes[n]
		if nd.cont >= 0 && p.pts[nd.cont] != nil {
			for _, m := range p.pts[nd.cont].AppendTo(nil) {
				p.holders[int32(m)] = append(p.holders[int32(m)], int32(n))
			}
		}
	}
}

// findServed marks the objects that are older than the requests that use them
// though requests make such objects, too: an HTTP API that starts a server in
// the same process. For the requests to that server, whatever its handlers hold
// was there before.
func (p *Program) findServed() {
	p.served = map[int32]*intsets.Sparse{}
	isCandidate := func(n int32) bool {
		nd := &p.nodes[n]
		return nd.kind == nAlloc && nd.fn != nil && p.InRequest(nd.fn) && p.AtStart(nd.fn)
	}
	if !slices.ContainsFunc(p.Fns, func(f *Fn) bool { return p.InRequest(f) && p.AtStart(f) }) {
		return
	}
	for _, r := range p.Roots {
		if r.node < 0 || r.Inferred {
			continue
		}
		seen := map[int32]bool{}
		work := []int32{r.node}
		push := func(n int32) {
			if !seen[n] && p.nodes[n].kind != nGlobal {
				seen[n] = true
				work = append(work, n)
			}
		}
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			nd := &p.nodes[n]
			if isCandidate(n) && !p.reach.request[nd.fn.Num].Has(r.ID) {
				if p.served[n] == nil {
					p.served[n] = new(intsets.Sparse)
				}
				p.served[n].Insert(r.ID)
			}
			for _, s := range nd.order {
				if !p.nodes[s].elem { // entries belong to what holds them
					push(s)
				}
			}
			for _, m := range p.structsIn(n) {
				push(m)
			}
			if nd.cont >= 0 && p.pts[nd.cont] != nil {
				for _, m := range p.pts[nd.cont].AppendTo(nil) {
					push(int32(m))
				}
			}
			if maker := p.makerOf(n); nd.kind == nFunc && maker != nil {
				for _, b := range nd.binds {
					for _, m := range p.points(maker, b) {
						push(m)
					}
				}
			}
		}
	}
}

// makerOf is the function that makes a closure.
func (p *Program) makerOf(n int32) *Fn { return p.makers[n] }

// peek is the points-to set of an operand, or nil.
func (p *Program) peek(f *Fn, v effects.Val) *intsets.Sparse {
	switch v.K {
	case effects.Reg:
		return p.pts[f.base+v.I]
	case effects.Global:
		s := new(intsets.Sparse)
		s.Insert(int(p.globalNode(v.S)))
		return s
	case effects.Func:
		if g := p.resolve(f, v.S); g != nil {
			s := new(intsets.Sparse)
			s.Insert(int(p.funcNode(g)))
			return s
		}
	}
	return nil
}

func (p *Program) points(f *Fn, v effects.Val) []int32 {
	s := p.peek(f, v)
	if s == nil {
		return nil
	}
	toks := s.AppendTo(nil)
	out := make([]int32, len(toks))
	for i, t := range toks {
		out[i] = int32(t)
	}
	return out
}

// HTTP reports whether the root is reached over HTTP whatever transport the
// protocol uses.
func (r *Root) HTTP() bool {
	return r.Kind == sdk.RootHTTP || r.Kind == sdk.RootHTTPContext || r.Kind == sdk.RootGetServer
}
