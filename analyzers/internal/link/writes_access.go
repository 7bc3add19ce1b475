package link

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// Stored is a value that an instruction stores.
type Stored struct {
	Fn    *Fn
	Instr int
	Val   effects.Val
}

func stored(refs []storeRef) []Stored {
	var out []Stored
	for _, r := range refs {
		s := Stored{r.fn, r.instr, r.val}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// StoresAt lists what is stored in the cells that an address denotes.
func (p *Program) StoresAt(f *Fn, addr effects.Val) []Stored {
	var refs []storeRef
	for _, n := range p.points(f, addr) {
		refs = append(refs, p.cellStores(n)...)
	}
	return stored(refs)
}

// FieldStores lists what is stored in a field of the objects that a value
// denotes. The field is "path.Type.name".
func (p *Program) FieldStores(f *Fn, base effects.Val, field string) []Stored {
	var refs []storeRef
	for _, n := range p.points(f, base) {
		for _, m := range p.cellAliases(n) {
			if s, ok := p.nodes[m].subs[field]; ok {
				refs = append(refs, p.cellStores(s)...)
			}
		}
	}
	return stored(refs)
}

// ElemStores lists what is stored in the elements of a container.
func (p *Program) ElemStores(f *Fn, c effects.Val) []Stored {
	var refs []storeRef
	for _, n := range p.points(f, c) {
		for _, s := range p.nodes[n].order {
			if p.nodes[s].elem {
				refs = append(refs, p.cellStores(s)...)
			}
		}
	}
	return stored(refs)
}

// Elements lists the objects that a container holds.
func (p *Program) Elements(f *Fn, c effects.Val) []Object {
	var out []Object
	seen := map[int32]bool{}
	for _, n := range p.points(f, c) {
		for _, s := range p.nodes[n].order {
			if p.nodes[s].elem {
				p.held(s, func(m int32) {
					if !seen[m] {
						seen[m] = true
						out = append(out, p.object(m))
					}
				})
			}
		}
	}
	return out
}

// held visits what a cell holds: the objects that it refers to and the structs
// copied into it.
func (p *Program) held(n int32, visit func(int32)) {
	if c := p.nodes[n].cont; c >= 0 && p.pts[c] != nil {
		for _, m := range p.pts[c].AppendTo(nil) {
			visit(int32(m))
		}
	}
	for _, m := range p.structsIn(n) {
		visit(m)
	}
}

func (p *Program) object(n int32) Object {
	nd := &p.nodes[n]
	o := Object{Type: nd.typ, Fn: nd.fn, Open: nd.open || nd.kind == nExtern, id: n}
	if nd.fn != nil && nd.instr >= 0 && nd.instr < len(nd.fn.Code) {
		o.In = &nd.fn.Code[nd.instr]
	}
	return o
}

// ID tells objects apart.
func (o Object) ID() int { return int(o.id) }

// FuncsOf lists the functions that a value can be.
func (p *Program) FuncsOf(f *Fn, v effects.Val) []*Fn {
	var out []*Fn
	var walk func(n int32, depth int)
	walk = func(n int32, depth int) {
		nd := &p.nodes[n]
		switch nd.kind {
		case nFunc:
			if !slices.Contains(out, nd.fn) {
				out = append(out, nd.fn)
			}
		case nBox:
			if depth < 3 && nd.cont >= 0 && p.pts[nd.cont] != nil {
				for _, m := range p.pts[nd.cont].AppendTo(nil) {
					walk(int32(m), depth+1)
				}
			}
		}
	}
	for _, n := range p.points(f, v) {
		walk(n, 0)
	}
	return out
}

// Bound is one place where a closure is made.
type Bound struct {
	Fn    *Fn
	Binds []effects.Val
}

// BoundAt lists the places where the closures of a function are made, with
// what they capture.
func (p *Program) BoundAt(f *Fn) []Bound {
	var out []Bound
	for _, n := range p.closuresOf(f) {
		if m := p.makers[n]; m != nil {
			out = append(out, Bound{m, p.nodes[n].binds})
		}
	}
	return out
}

// Index is the instruction that defines a register, or -1.
func (f *Fn) Index(v effects.Val) int {
	if v.K != effects.Reg || int(v.I) >= len(f.def) {
		return -1
	}
	return int(f.def[v.I])
}

// StoresMatching lists what is stored in the fields of a name that match, of
// the objects that a value denotes and of the objects that these hold.
func (p *Program) StoresMatching(f *Fn, v effects.Val, match func(field string) bool) []Stored {
	var refs []storeRef
	seen := map[int32]bool{}
	var walk func(n int32, depth int)
	walk = func(n int32, depth int) {
		if seen[n] || depth > 6 || len(seen) > 400 || p.nodes[n].kind == nFunc {
			return
		}
		seen[n] = true
		for _, m := range p.cellAliases(n) {
			for name, s := range p.nodes[m].subs {
				if i := strings.LastIndexByte(name, '.'); i >= 0 && match(name[i+1:]) {
					refs = append(refs, p.cellStores(s)...)
				}
				walk(s, depth+1)
			}
		}
		p.held(n, func(m int32) { walk(m, depth+1) })
	}
	for _, n := range p.points(f, v) {
		walk(n, 0)
	}
	return stored(refs)
}

// InProgram reports whether the code of a package is part of the program.
func (p *Program) InProgram(path string) bool {
	_, ok := slices.BinarySearchFunc(p.Pkgs, path, func(pkg *effects.Package, path string) int { return strings.Compare(pkg.Path, path) })
	return ok
}
