package link

import (
	"strings"

	"golang.org/x/tools/container/intsets"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// The solver is an inclusion-based points-to analysis in the manner of
// Andersen, sensitive to fields and to allocation sites, with difference
// propagation. Function values and receivers are resolved while it runs.

type conKind uint8

const (
	cField conKind = iota
	cIndex
	cLoad
	cStore
	cElemGet
	cElemSet
	cCall   // through a function value
	cInvoke // through an interface
	cBack   // handed to outside code
	cAssert
	cAll // range over a map, slice or channel
)

type constraint struct {
	kind  conKind
	dst   int32
	src   int32
	fn    *Fn
	instr int32
	str   string
	flag  bool
}

func (p *Program) newVar() int32 {
	p.pts = append(p.pts, nil)
	p.succ = append(p.succ, nil)
	p.cons = append(p.cons, nil)
	p.inWork = append(p.inWork, false)
	p.deltas = append(p.deltas, nil)
	return int32(len(p.pts) - 1)
}

func (p *Program) newNode(n node) int32 {
	n.cont, n.sval = -1, -1
	p.nodes = append(p.nodes, n)
	return int32(len(p.nodes) - 1)
}

// contents is the variable that stands for what a cell holds.
func (p *Program) contents(n int32) int32 {
	if p.nodes[n].cont < 0 {
		v := p.newVar()
		p.nodes[n].cont = v
	}
	return p.nodes[n].cont
}

func (p *Program) addTok(v, n int32) {
	if v < 0 || n < 0 {
		return
	}
	if p.pts[v] == nil {
		p.pts[v] = new(intsets.Sparse)
	}
	if p.pts[v].Insert(int(n)) {
		if p.deltas[v] == nil {
			p.deltas[v] = new(intsets.Sparse)
		}
		p.deltas[v].Insert(int(n))
		if !p.inWork[v] {
			p.inWork[v] = true
			p.work = append(p.work, v)
		}
	}
}

func (p *Program) addEdge(from, to int32) {
	if from < 0 || to < 0 || from == to {
		return
	}
	k := uint64(from)<<32 | uint64(to)
	if _, ok := p.flows[k]; ok {
		return
	}
	p.flows[k] = struct{}{}
	p.succ[from] = append(p.succ[from], to)
	if p.pts[from] != nil {
		for _, n := range p.pts[from].AppendTo(nil) {
			p.addTok(to, int32(n))
		}
	}
}

func (p *Program) addCon(v int32, c constraint) {
	if v < 0 {
		return
	}
	p.cons[v] = append(p.cons[v], c)
	if p.pts[v] != nil {
		for _, n := range p.pts[v].AppendTo(nil) {
			p.apply(c, int32(n))
		}
	}
}

// sub is the cell of a field or element of a cell.
func (p *Program) sub(n int32, field string) int32 {
	nd := &p.nodes[n]
	if s, ok := nd.subs[field]; ok {
		return s
	}
	if nd.depth >= maxSubDepth {
		return n // deep recursion: fold
	}
	s := p.newNode(node{kind: nSub, parent: n, field: field, depth: nd.depth + 1, open: nd.open, elem: strings.HasPrefix(field, "["), fn: nd.fn, instr: nd.instr})
	nd = &p.nodes[n]
	if nd.subs == nil {
		nd.subs = map[string]int32{}
	}
	nd.subs[field] = s
	nd.order = append(nd.order, s)
	p.nodes[s].typ = p.fieldType(nd.typ, field)
	if strings.HasPrefix(field, "[") {
		for _, w := range p.nodes[n].watch {
			p.addTok(w, s)
		}
	}
	return s
}

func (p *Program) fieldType(typ, field string) string {
	if i := strings.LastIndex(field, "."); i > 0 {
		if td := p.types[field[:i]]; td != nil {
			for k := range td.Fields {
				if td.Fields[k].Name == field[i+1:] {
					return td.Fields[k].Type
				}
			}
		}
		return ""
	}
	if strings.HasPrefix(field, "[") {
		return elemType(typ)
	}
	return ""
}

// elemType is the element type of a container's type key.
func elemType(t string) string {
	switch {
	case strings.HasPrefix(t, "map["):
		depth := 0
		for i := 3; i < len(t); i++ {
			switch t[i] {
			case '[':
				depth++
			case ']':
				if depth--; depth == 0 {
					return t[i+1:]
				}
			}
		}
	case strings.HasPrefix(t, "["):
		if i := strings.IndexByte(t, ']'); i > 0 {
			return t[i+1:]
		}
	case strings.HasPrefix(t, "chan "):
		return t[5:]
	}
	return ""
}

// structs is the variable that stands for the struct values stored in a cell.
// A stored struct is kept by reference to the cell it was read from: copying
// every field would cost a product of cells.
func (p *Program) structs(n int32) int32 {
	if p.nodes[n].sval < 0 {
		v := p.newVar()
		p.nodes[n].sval = v
	}
	return p.nodes[n].sval
}

func (p *Program) globalNode(id string) int32 {
	if n, ok := p.globals[id]; ok {
		return n
	}
	typ := ""
	if g := p.vars[id]; g != nil {
		typ = g.Type
	}
	n := p.newNode(node{kind: nGlobal, name: id, typ: typ, open: p.vars[id] == nil})
	p.globals[id] = n
	return n
}

// openNode is the object that stands for a value of a type supplied from
// outside: the receiver of a method that nothing in the program calls.
func (p *Program) openNode(typ string) int32 {
	if n, ok := p.opens[typ]; ok {
		return n
	}
	n := p.newNode(node{kind: nOpen, typ: typ, open: true})
	p.opens[typ] = n
	return n
}

func (p *Program) funcNode(f *Fn) int32 {
	k := allocKey{f, -1}
	if n, ok := p.allocs[k]; ok {
		return n
	}
	n := p.newNode(node{kind: nFunc, fn: f, instr: -1, typ: "func"})
	p.allocs[k] = n
	return n
}

// variable is the solver's variable of an operand; constants have none.
func (p *Program) variable(f *Fn, v effects.Val) int32 {
	switch v.K {
	case effects.Reg:
		return f.base + v.I
	case effects.Global:
		x := p.newVar()
		p.addTok(x, p.globalNode(v.S))
		return x
	case effects.Func:
		if g := p.resolve(f, v.S); g != nil {
			x := p.newVar()
			p.addTok(x, p.funcNode(g))
			return x
		}
	}
	return -1
}

func (p *Program) solve() {
	for _, f := range p.Fns {
		p.allocVars(f)
	}
	for i := 0; i < len(p.Fns); i++ {
		p.constrain(p.Fns[i])
	}
	p.propagate()
	p.entryPoints()
	p.propagate()
}

func (p *Program) allocVars(f *Fn) {
	f.base = int32(len(p.pts))
	for range f.NReg {
		p.newVar()
	}
	f.ret = int32(len(p.pts))
	for range f.Results {
		p.newVar()
	}
	f.tuple = map[int32]int32{}
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op == effects.Extract && in.Has(effects.Ptr) {
			d := f.Def(in.A[0])
			if d != nil && d.Op == effects.Call {
				k := in.A[0].I<<4 | in.I
				if _, ok := f.tuple[k]; !ok {
					f.tuple[k] = p.newVar()
				}
			}
		}
	}
}

// result is the variable that receives result i of a call, or -1.
func (f *Fn) result(in *effects.Instr, i, n int) int32 {
	if in.Dst < 0 {
		return -1
	}
	if n == 1 {
		return f.base + in.Dst
	}
	if v, ok := f.tuple[in.Dst<<4|int32(i)]; ok {
		return v
	}
	return -1
}

func (p *Program) propagate() {
	for len(p.work) > 0 {
		v := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		p.inWork[v] = false
		d := p.deltas[v]
		p.deltas[v] = nil
		if d == nil {
			continue
		}
		toks := d.AppendTo(nil)
		for _, s := range p.succ[v] {
			if p.pts[s] == nil {
				p.pts[s] = new(intsets.Sparse)
			}
			for _, n := range toks {
				p.addTok(s, int32(n))
			}
		}
		for i := 0; i < len(p.cons[v]); i++ {
			c := p.cons[v][i]
			for _, n := range toks {
				p.apply(c, int32(n))
			}
		}
	}
}

func (p *Program) constrain(f *Fn) {
	for i := range f.Code {
		in := &f.Code[i]
		dst := int32(-1)
		if in.Dst >= 0 {
			dst = f.base + in.Dst
		}
		switch in.Op {
		case effects.Alloc, effects.MakeMap, effects.MakeChan, effects.MakeSlice:
			p.addTok(dst, p.allocNode(f, i))
		case effects.Closure:
			g := p.resolve(f, in.S)
			if g == nil {
				continue
			}
			n := p.newNode(node{kind: nFunc, fn: g, instr: i, typ: "func", binds: in.A, name: ""})
			p.allocs[allocKey{f, i}] = n
			p.makers[n] = f
			p.addTok(dst, n)
			for k, a := range in.A {
				if k < len(g.Free) {
					p.addEdge(p.variable(f, a), g.base+int32(len(g.Params)+k))
				}
			}
		case effects.Copy:
			if in.Has(effects.Ptr) {
				for _, a := range in.A {
					p.addEdge(p.variable(f, a), dst)
				}
			}
		case effects.Convert:
			if !in.Has(effects.Ptr) {
				continue
			}
			src := p.variable(f, in.A[0])
			switch {
			case strings.HasPrefix(in.S, "box "):
				t := in.S[4:]
				if td := p.types[t]; td != nil && td.Under != "interface" && (td.Under != "struct" || in.A[0].K == effects.Const) {
					n := p.newNode(node{kind: nBox, fn: f, instr: i, typ: t})
					p.addTok(dst, n)
					p.addEdge(src, p.contents(n))
					continue
				}
				p.addEdge(src, dst)
			case in.S == "assert":
				p.addCon(src, constraint{kind: cAssert, dst: dst, str: strings.TrimPrefix(in.Type, "("), fn: f, instr: int32(i)})
			default:
				p.addEdge(src, dst)
			}
		case effects.Field:
			p.addCon(p.variable(f, in.A[0]), constraint{kind: cField, dst: dst, str: in.S})
		case effects.FieldVal:
			if in.Has(effects.Ptr) {
				t := p.newVar()
				p.addCon(p.variable(f, in.A[0]), constraint{kind: cField, dst: t, str: in.S, flag: true})
				p.addCon(t, constraint{kind: cLoad, dst: dst, flag: in.Has(effects.Struct), str: in.Type, fn: f, instr: int32(i)})
			}
		case effects.Index, effects.IndexVal:
			key := "[*]"
			if len(in.A) > 1 && in.A[1].K == effects.Const {
				if d := f.Def(in.A[0]); d != nil && d.Op == effects.Alloc {
					key = "[" + in.A[1].S + "]"
				}
			}
			if in.Op == effects.Index {
				p.addCon(p.variable(f, in.A[0]), constraint{kind: cIndex, dst: dst, str: key})
			} else if in.Has(effects.Ptr) {
				t := p.newVar()
				p.addCon(p.variable(f, in.A[0]), constraint{kind: cIndex, dst: t, str: key})
				p.addCon(t, constraint{kind: cLoad, dst: dst, flag: true, str: in.Type, fn: f, instr: int32(i)})
			}
		case effects.Load:
			p.addCon(p.variable(f, in.A[0]), constraint{kind: cLoad, dst: dst, flag: in.Has(effects.Struct), str: in.Type, fn: f, instr: int32(i)})
		case effects.Store:
			src := int32(-1)
			if in.Has(effects.Ptr) {
				src = p.variable(f, in.A[1])
			}
			p.addCon(p.variable(f, in.A[0]), constraint{kind: cStore, src: src, flag: in.Has(effects.Struct), fn: f, instr: int32(i)})
		case effects.MapGet:
			t := dst
			if in.Has(effects.CommaOk) {
				t = -1
				for j := range f.Code { // the value is extract #0
					e := &f.Code[j]
					if e.Op == effects.Extract && e.A[0].K == effects.Reg && e.A[0].I == in.Dst && e.I == 0 && e.Has(effects.Ptr) {
						t = f.base + e.Dst
					}
				}
			} else if !in.Has(effects.Ptr) {
				t = -1
			}
			if t >= 0 {
				p.addCon(p.variable(f, in.A[0]), constraint{kind: cElemGet, dst: t, str: elemType(in.S), fn: f, instr: int32(i)})
			}
		case effects.MapSet:
			p.addCon(p.variable(f, in.A[0]), constraint{kind: cElemSet, src: p.variable(f, in.A[2]), fn: f, instr: int32(i)})
		case effects.Range:
			p.addEdge(p.variable(f, in.A[0]), dst)
		case effects.Extract:
			d := f.Def(in.A[0])
			if d == nil || !in.Has(effects.Ptr) {
				continue
			}
			switch d.Op {
			case effects.Call:
				p.addEdge(f.tuple[in.A[0].I<<4|in.I], dst)
			case effects.Next:
				if in.I == 2 {
					p.addCon(p.variable(f, d.A[0]), constraint{kind: cElemGet, dst: dst, fn: f, instr: int32(i), str: in.Type})
				} else if in.I == 1 {
					p.addCon(p.variable(f, d.A[0]), constraint{kind: cAll, dst: dst})
				}
			case effects.Convert:
				if in.I == 0 {
					p.addEdge(f.base+in.A[0].I, dst)
				}
			case effects.Recv:
				if in.I != 1 {
					p.addEdge(f.base+in.A[0].I, dst)
				}
			}
		case effects.Return:
			for k, a := range in.A {
				if k < len(f.Results) && f.Results[k].Ptr {
					p.addEdge(p.variable(f, a), f.ret+int32(k))
				}
			}
		case effects.Send:
			p.addCon(p.variable(f, in.A[0]), constraint{kind: cElemSet, src: p.variable(f, in.A[1]), fn: f, instr: int32(i)})
		case effects.Recv:
			p.addCon(p.variable(f, in.A[0]), constraint{kind: cElemGet, dst: dst, fn: f, instr: int32(i), str: in.Type})
		case effects.Append:
			p.addEdge(p.variable(f, in.A[0]), dst)
			if len(in.A) > 1 {
				p.addEdge(p.variable(f, in.A[1]), dst)
			}
		case effects.Call:
			p.call(f, i, in)
		}
	}
}

func (p *Program) allocNode(f *Fn, i int) int32 {
	k := allocKey{f, i}
	if n, ok := p.allocs[k]; ok {
		return n
	}
	in := &f.Code[i]
	n := p.newNode(node{kind: nAlloc, fn: f, instr: i, typ: in.Type, name: in.S})
	p.allocs[k] = n
	return n
}

func (p *Program) call(f *Fn, i int, in *effects.Instr) {
	switch {
	case in.Has(effects.Invoke):
		if in.Callee.Path == "context" {
			p.external(f, i, in, in.A)
			return
		}
		p.roles(f, i, in)
		p.addCon(p.variable(f, in.A[0]), constraint{kind: cInvoke, fn: f, instr: int32(i)})
		return
	case in.Has(effects.Dynamic):
		p.addCon(p.variable(f, in.A[0]), constraint{kind: cCall, fn: f, instr: int32(i)})
		return
	}
	if to := f.callee[i]; to != nil {
		p.roles(f, i, in)
		p.bind(f, i, to, Static, -1, in.A)
		return
	}
	if to := p.resolve(f, in.S); to != nil && in.S != "" {
		p.roles(f, i, in)
		p.bind(f, i, to, Static, -1, in.A)
		return
	}
	p.external(f, i, in, in.A)
}

// bind makes one call edge and lets arguments and results flow along it.
func (p *Program) bind(f *Fn, i int, to *Fn, kind EdgeKind, closure int32, args []effects.Val) {
	k := edgeKey{f, i, to}
	if e, ok := p.edges[k]; ok {
		if kind < e.Kind {
			e.Kind = kind
		}
		return
	}
	in := &f.Code[i]
	e := &Edge{From: f, Instr: i, To: to, Kind: kind, Go: in.Has(effects.Go), bind: closure, args: args}
	p.edges[k] = e
	f.Out = append(f.Out, e)
	to.In = append(to.In, e)
	for j, a := range args {
		if j < len(to.Params) && to.Params[j].Ptr {
			p.addEdge(p.variable(f, a), to.base+int32(j))
		}
	}
	if kind == Callback {
		return
	}
	for j := range to.Results {
		if to.Results[j].Ptr {
			p.addEdge(to.ret+int32(j), f.result(in, j, len(to.Results)))
		}
	}
}

// external models a call of code without a summary: its result is an object
// from outside, which may also be one of the arguments; functions handed over
// may be called.
func (p *Program) external(f *Fn, i int, in *effects.Instr, args []effects.Val) {
	if in.S == "builtin.copy" && len(args) == 2 {
		t := p.newVar()
		p.addCon(p.variable(f, args[1]), constraint{kind: cIndex, dst: t, str: "[*]"})
		u := p.newVar()
		p.addCon(t, constraint{kind: cLoad, dst: u, flag: true, fn: f, instr: int32(i)})
		p.addCon(p.variable(f, args[0]), constraint{kind: cElemSet, src: u, fn: f, instr: int32(i)})
		return
	}
	if in.Callee.Path == "context" {
		switch in.Callee.Name {
		case "WithValue":
			if len(args) == 3 {
				p.addEdge(p.variable(f, args[2]), p.contents(p.contextCell(p.ContextKey(f, args[1]))))
			}
		case "Context.Value":
			if len(args) == 2 && in.Dst >= 0 {
				p.addEdge(p.contents(p.contextCell(p.ContextKey(f, args[1]))), f.base+in.Dst)
			}
			return
		}
	}
	entries := p.roles(f, i, in)
	for _, e := range entries {
		switch e.Role {
		case sdk.WrapHandler:
			// The handler that comes out calls the one that went in.
			if k, ok := e.Int("fn"); ok && k >= 0 && k < len(args) && in.Dst >= 0 {
				p.addEdge(p.variable(f, args[k]), f.result(in, 0, len(resultTypes(in.Type))))
			}
		case sdk.ContainerGet, sdk.ContainerGetSet, sdk.ContainerSet, sdk.CellLoad, sdk.CellStore, sdk.CellAdd, sdk.ContainerRange, sdk.ContainerDelete, sdk.ContainerClear:
			p.containerOp(f, i, in, e, args)
			return
		}
	}
	if in.Dst >= 0 {
		res := resultTypes(in.Type)
		for j, t := range res {
			v := f.result(in, j, len(res))
			if v < 0 || (len(res) == 1 && !in.Has(effects.Ptr)) {
				continue
			}
			p.addTok(v, p.externNode(f, i, j, t))
			for _, a := range args {
				at := p.regType(f, a)
				if p.passes(in.Callee, at, t) {
					p.addEdge(p.variable(f, a), v)
				}
				if at == "[]"+t && p.variable(f, a) >= 0 { // one of several, or all of them joined
					elem := p.newVar()
					p.addCon(p.variable(f, a), constraint{kind: cIndex, dst: elem, str: "[*]"})
					p.addCon(elem, constraint{kind: cLoad, dst: v, flag: p.types[t] != nil && p.types[t].Under == "struct", fn: f, instr: int32(i)})
				}
			}
		}
	}
	for _, a := range args {
		if v := p.variable(f, a); v >= 0 {
			p.addCon(v, constraint{kind: cBack, fn: f, instr: int32(i)})
		}
	}
}

// copies reports whether outside code hands out a copy, as its name says.
func copies(s effects.Sym) bool {
	name := s.Name[strings.LastIndex(s.Name, ".")+1:]
	for _, w := range []string{"Clone", "Copy", "DeepCopy"} {
		if rest, ok := strings.CutPrefix(name, w); ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}

// passes reports whether outside code may return what it was given: values of
// the result's type, functions where functions are expected.
func (p *Program) passes(callee effects.Sym, arg, res string) bool {
	if copies(callee) {
		return false
	}
	switch {
	case arg == "" || arg == "error":
		return false
	case callee.Path == "reflect":
		return true
	case arg == res:
		return true
	case strings.HasPrefix(arg, "[]") && (arg[2:] == res || res == "[]"+arg[2:]):
		return true
	}
	return p.isFuncType(arg) && (p.isFuncType(res) || strings.HasSuffix(res, "Func") || strings.HasSuffix(res, "Handler") || res == "any")
}

// regType is the type key of an operand.
func (p *Program) regType(f *Fn, v effects.Val) string {
	switch v.K {
	case effects.Reg:
		if i, free, ok := f.Param(v); ok {
			if free {
				return f.Free[i].Type
			}
			return f.Params[i].Type
		}
		if d := f.Def(v); d != nil {
			t := d.Type
			if d.Op == effects.Alloc {
				return "*" + t
			}
			return t
		}
	case effects.Global:
		if g := p.vars[v.S]; g != nil {
			return "*" + g.Type
		}
	case effects.Func:
		return "func"
	}
	return ""
}

func resultTypes(t string) []string {
	if !strings.HasPrefix(t, "(") {
		return []string{t}
	}
	t = strings.TrimSuffix(t[1:], ")")
	if t == "" {
		return nil
	}
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, t[start:i])
				start = i + 1
			}
		}
	}
	return append(out, t[start:])
}

// contextCell holds the values that the program puts into contexts under a key.
func (p *Program) contextCell(key string) int32 {
	if n, ok := p.opens["context:"+key]; ok {
		return n
	}
	n := p.newNode(node{kind: nExtern})
	p.opens["context:"+key] = n
	return n
}

func (p *Program) externNode(f *Fn, i, j int, typ string) int32 {
	k := allocKey{f, -(i*8 + j + 2)}
	if n, ok := p.allocs[k]; ok {
		return n
	}
	n := p.newNode(node{kind: nExtern, fn: f, instr: i, typ: strings.TrimPrefix(typ, "*")})
	p.allocs[k] = n
	return n
}

// containerOp models methods of known containers and cells.
func (p *Program) containerOp(f *Fn, i int, in *effects.Instr, e sdk.Entry, args []effects.Val) {
	if len(args) == 0 {
		return
	}
	recv := p.variable(f, args[0])
	arg := func(name string) (int32, bool) {
		k, ok := e.Int(name)
		if !ok || k < 0 || k+1 >= len(args) {
			return -1, false
		}
		return p.variable(f, args[k+1]), true
	}
	if v, ok := arg("value"); ok {
		p.addCon(recv, constraint{kind: cElemSet, src: v, fn: f, instr: int32(i)})
	} else if e.Role == sdk.CellStore && len(args) > 1 {
		p.addCon(recv, constraint{kind: cElemSet, src: p.variable(f, args[len(args)-1]), fn: f, instr: int32(i)})
	}
	if in.Dst >= 0 {
		res := resultTypes(in.Type)
		for j := range res {
			if v := f.result(in, j, len(res)); v >= 0 {
				p.addCon(recv, constraint{kind: cElemGet, dst: v, fn: f, instr: int32(i), str: res[j]})
			}
		}
	}
	for _, a := range args[1:] {
		if v := p.variable(f, a); v >= 0 {
			p.addCon(v, constraint{kind: cBack, fn: f, instr: int32(i), flag: e.Role == sdk.ContainerRange, dst: recv})
		}
	}
}

func (p *Program) apply(c constraint, n int32) {
	nd := &p.nodes[n]
	switch c.kind {
	case cField:
		if nd.kind == nFunc || !ownsField(nd.typ, c.str) {
			return
		}
		p.addTok(c.dst, p.sub(n, c.str))
		if !c.flag { // an address: the cell may hold structs copied from elsewhere
			p.addCon(p.structs(n), constraint{kind: cField, dst: c.dst, str: c.str, flag: true})
		}
	case cIndex:
		if nd.kind == nFunc {
			return
		}
		if c.str != "[*]" {
			p.addTok(c.dst, p.sub(n, c.str))
			return
		}
		p.addTok(c.dst, p.sub(n, "[*]"))
		p.nodes[n].watch = append(p.nodes[n].watch, c.dst)
		for _, s := range p.nodes[n].order {
			if p.nodes[s].elem {
				p.addTok(c.dst, s)
			}
		}
	case cLoad:
		if c.flag {
			p.addTok(c.dst, n)
			p.addEdge(p.structs(n), c.dst)
			return
		}
		if c.dst >= 0 {
			p.addEdge(p.contents(n), c.dst)
			if p.nodes[n].open {
				p.openContent(n, c.str)
			}
			if m := p.foreign(n); m >= 0 {
				p.addTok(c.dst, m)
			}
		}
	case cStore:
		p.nodes[n].stores = append(p.nodes[n].stores, storeRef{c.fn, int(c.instr), c.fn.Code[c.instr].A[1]})
		if c.flag {
			p.addEdge(c.src, p.structs(n))
			return
		}
		p.addEdge(c.src, p.contents(n))
		p.fieldRole(c, n)
	case cElemGet:
		if nd.kind == nFunc {
			return
		}
		s := p.sub(n, "[v]")
		p.addEdge(p.contents(s), c.dst)
		if p.nodes[s].open {
			p.openContent(s, c.str)
		}
	case cElemSet:
		if nd.kind == nFunc {
			return
		}
		s := p.sub(n, "[v]")
		in := &c.fn.Code[c.instr]
		p.nodes[s].stores = append(p.nodes[s].stores, storeRef{c.fn, int(c.instr), in.A[len(in.A)-1]})
		p.addEdge(c.src, p.contents(s))
	case cAll:
		p.addTok(c.dst, n)
	case cAssert:
		t := c.str
		if nd.kind == nBox {
			if nd.typ == t || strings.HasPrefix(t, nd.typ+",") {
				p.addEdge(p.contents(n), c.dst)
			} else if p.isIface(t) {
				p.addTok(c.dst, n)
			}
			return
		}
		if nd.typ == "" || p.isIface(t) || assertable(nd.typ, t) {
			p.addTok(c.dst, n)
		}
	case cCall:
		if nd.kind != nFunc {
			if nd.kind == nBox {
				p.addCon(p.contents(n), c)
			}
			return
		}
		in := &c.fn.Code[c.instr]
		p.bind(c.fn, int(c.instr), nd.fn, Dynamic, n, in.A[1:])
	case cInvoke:
		p.invoke(c, n)
	case cBack:
		p.callback(c, n)
	default:
		p.applyRoot(c, n)
	}
}

// ownsField reports whether an object of a type can have a field. What flows
// through interfaces and containers brings objects of other types along.
func ownsField(typ, field string) bool {
	dot := strings.LastIndexByte(field, '.')
	if typ == "" || typ == "any" || typ == "interface" || typ == "typeparam" || field[:dot] == "struct" {
		return true
	}
	return strings.TrimLeft(typ, "*") == field[:dot]
}

// foreign is the object of outside code that a cell is a field of, or -1: what
// its fields refer to stands for itself.
func (p *Program) foreign(n int32) int32 {
	if p.nodes[n].kind != nSub || p.nodes[n].elem {
		return -1
	}
	b := p.nodes[n].parent
	if p.nodes[b].kind == nExtern && p.types[p.nodes[b].typ] == nil && strings.Contains(p.nodes[b].typ, ".") {
		return b
	}
	return -1
}

func (p *Program) isIface(t string) bool {
	if t == "any" || t == "interface" || t == "error" {
		return true
	}
	if td := p.types[t]; td != nil {
		return td.Under == "interface"
	}
	// A named type outside the program may be an interface: keep what flows.
	return !strings.HasPrefix(t, "*") && strings.Contains(t, ".")
}

func assertable(have, want string) bool {
	want = strings.TrimPrefix(want, "*")
	return have == want || strings.HasPrefix(want, have)
}

// openContent gives a cell of an open object something to hold.
func (p *Program) openContent(n int32, typ string) {
	if p.nodes[n].depth >= maxOpenDepth*2 {
		return
	}
	elem := strings.TrimPrefix(typ, "*")
	if elem == typ && !strings.HasPrefix(typ, "map[") && !strings.HasPrefix(typ, "chan ") && !strings.HasPrefix(typ, "[]") {
		return
	}
	key := "[open]"
	nd := &p.nodes[n]
	if s, ok := nd.subs[key]; ok {
		_ = s
		return
	}
	s := p.newNode(node{kind: nOpen, typ: elem, depth: nd.depth + 1, open: true, parent: n})
	nd = &p.nodes[n]
	if nd.subs == nil {
		nd.subs = map[string]int32{}
	}
	nd.subs[key] = s
	p.addTok(p.contents(n), s)
}

// invoke resolves a call through an interface for one receiver.
func (p *Program) invoke(c constraint, n int32) {
	nd := &p.nodes[n]
	in := &c.fn.Code[c.instr]
	if nd.kind == nFunc {
		return
	}
	typ := nd.typ
	if td := p.types[typ]; td != nil && td.Under != "interface" {
		id, ok := td.Methods[in.S]
		if !ok {
			return
		}
		to := p.byID[id]
		if to == nil {
			return
		}
		kind := Iface
		if nd.kind == nOpen {
			kind = Guess
		}
		p.bindRecv(c.fn, int(c.instr), to, kind, n, in.A)
		return
	}
	if nd.kind == nExtern && typ != "" && strings.Contains(typ, ".") {
		// The receiver comes from outside: tables may know its type.
		dot := strings.LastIndex(typ, ".")
		s := effects.Sym{Path: typ[:dot], Name: typ[dot+1:] + "." + in.S}
		if p.ext[c.fn] == nil {
			p.ext[c.fn] = map[int][]effects.Sym{}
		}
		for _, have := range p.ext[c.fn][int(c.instr)] {
			if have == s {
				return
			}
		}
		p.ext[c.fn][int(c.instr)] = append(p.ext[c.fn][int(c.instr)], s)
		p.register(c.fn, int(c.instr), in, p.Entries(s)) // a registrar that the SDK's server is
	}
	if in.Dst >= 0 && nd.kind == nExtern {
		p.external(c.fn, int(c.instr), in, in.A)
	}
}

// bindRecv binds a method call whose receiver is one known object.
func (p *Program) bindRecv(f *Fn, i int, to *Fn, kind EdgeKind, recv int32, args []effects.Val) {
	if len(to.Params) > 0 {
		if p.nodes[recv].kind == nBox {
			p.addEdge(p.contents(recv), to.base)
		} else {
			p.addTok(to.base, recv)
		}
	}
	k := edgeKey{f, i, to}
	if e, ok := p.edges[k]; ok {
		if kind < e.Kind {
			e.Kind = kind
		}
		return
	}
	in := &f.Code[i]
	e := &Edge{From: f, Instr: i, To: to, Kind: kind, Go: in.Has(effects.Go), bind: -1, recv: true, args: args}
	p.edges[k] = e
	f.Out = append(f.Out, e)
	to.In = append(to.In, e)
	for j := 1; j < len(args) && j < len(to.Params); j++ {
		if to.Params[j].Ptr {
			p.addEdge(p.variable(f, args[j]), to.base+int32(j))
		}
	}
	for j := range to.Results {
		if to.Results[j].Ptr {
			p.addEdge(to.ret+int32(j), f.result(in, j, len(to.Results)))
		}
	}
}

// callback lets outside code call a function that it was handed.
func (p *Program) callback(c constraint, n int32) {
	nd := &p.nodes[n]
	if nd.kind != nFunc {
		return
	}
	in := &c.fn.Code[c.instr]
	for _, s := range append([]effects.Sym{in.Callee}, p.ext[c.fn][int(c.instr)]...) {
		for _, e := range p.Entries(s) {
			if strings.HasPrefix(string(e.Role), "root.") {
				return // registered, not called
			}
		}
	}
	p.bind(c.fn, int(c.instr), nd.fn, Callback, n, nil)
	if c.flag && c.dst >= 0 { // Range callbacks receive the elements
		for j := range nd.fn.Params {
			if nd.fn.Params[j].Ptr {
				p.addCon(c.dst, constraint{kind: cElemGet, dst: nd.fn.base + int32(j), fn: c.fn, instr: c.instr, str: nd.fn.Params[j].Type})
			}
		}
		return
	}
	for j := range nd.fn.Params {
		if nd.fn.Params[j].Ptr {
			p.addTok(nd.fn.base+int32(j), p.paramNode(nd.fn, j))
		}
	}
}

// paramNode is the object that outside code passes for a parameter.
func (p *Program) paramNode(f *Fn, j int) int32 {
	k := allocKey{f, -(1000000 + j)}
	if n, ok := p.allocs[k]; ok {
		return n
	}
	n := p.newNode(node{kind: nExtern, fn: f, instr: -1, typ: strings.TrimPrefix(f.Params[j].Type, "*")})
	p.allocs[k] = n
	return n
}
