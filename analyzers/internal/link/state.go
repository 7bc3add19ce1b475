package link

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/container/intsets"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// AccessKind is what an instruction does to a piece of memory.
type AccessKind uint8

// The kinds of access.
const (
	Read   AccessKind = iota
	Write             // replaces or adds
	Update            // changes relative to what was there: count, append, compare-and-swap
	Delete            // removes
)

// Access is one use of a state object.
type Access struct {
	State *State
	Fn    *Fn
	Instr int
	Kind  AccessKind
	Key   effects.Val // of a keyed container
	Val   effects.Val // what is written
	Depth int         // 0: the object itself; more: inside an entry that it holds
	All   bool        // every entry is visited
	Ref   bool        // only the reference is loaded, to go on from there
	Once  bool        // inside a function that runs once
	Start bool        // requests run the function, but not on this object
	Role  sdk.Role    // of library containers
}

// Pos is where the access is.
func (a *Access) Pos() effects.Pos { return a.In().Pos }

// In is the instruction.
func (a *Access) In() *effects.Instr { return &a.Fn.Code[a.Instr] }

// ByRequest reports whether requests make the access.
func (p *Program) ByRequest(a *Access) bool { return p.InRequest(a.Fn) && !a.Start }

// Writes reports whether the access changes the object.
func (a *Access) Writes() bool { return a.Kind != Read }

// StateKind is what holds a state object.
type StateKind uint8

// The holders of state.
const (
	FieldState StateKind = iota
	GlobalState
	CapturedState
)

// State is one piece of memory that outlives a request.
type State struct {
	Key      string // stable identity: import path and names
	Object   string // as people write it
	Kind     StateKind
	Pkg      *effects.Package
	Pos      effects.Pos // declaration
	Type     string
	Accesses []*Access
	cells    []int32
}

// Container reports whether the object holds several entries.
func (s *State) Container(p *Program) bool {
	return p.IsContainer(s.Type)
}

// IsContainer reports whether a type holds several entries.
func (p *Program) IsContainer(t string) bool {
	t = strings.TrimPrefix(t, "*")
	if strings.HasPrefix(t, "map[") || strings.HasPrefix(t, "[]") || strings.HasPrefix(t, "chan ") {
		return true
	}
	if td := p.types[t]; td != nil {
		u := td.Under
		return strings.HasPrefix(u, "map[") || strings.HasPrefix(u, "[]")
	}
	return p.typeRole(t, sdk.Container)
}

// States lists the memory that outlives requests and that requests reach, in a
// stable order.
func (p *Program) States() []*State {
	if p.states != nil {
		return p.states
	}
	s := &stateFinder{p: p, byKey: map[string]*State{}, owners: map[int32][]ownerRef{}}
	s.lazy = p.findLazy(s.base)
	for _, f := range p.Fns {
		if !p.InRequest(f) && !p.AtStart(f) {
			continue
		}
		s.function(f)
	}
	for _, st := range s.byKey {
		if slices.ContainsFunc(st.Accesses, p.ByRequest) {
			slices.SortStableFunc(st.Accesses, func(a, b *Access) int {
				return cmp.Or(cmp.Compare(a.Pos().File, b.Pos().File), cmp.Compare(a.Pos().Line, b.Pos().Line), cmp.Compare(a.Fn.Num, b.Fn.Num), cmp.Compare(a.Instr, b.Instr))
			})
			p.states = append(p.states, st)
		}
	}
	slices.SortFunc(p.states, func(a, b *State) int { return cmp.Compare(a.Key, b.Key) })
	return p.states
}

type ownerRef struct {
	state *State
	depth int
	roots *intsets.Sparse // of an object that requests make, too: the roots that are younger
	maker *Fn             // of an object that the first request makes
}

type stateFinder struct {
	p      *Program
	byKey  map[string]*State
	owners map[int32][]ownerRef
	lazy   *intsets.Sparse // see findLazy
}

func (s *stateFinder) record(f *Fn, i int, n int32, a Access) {
	for _, o := range s.owner(n) {
		if o.roots != nil && s.p.InRequest(f) && !s.p.reach.request[f.Num].Intersects(o.roots) {
			continue // still making it
		}
		if o.maker == f && f.Code[i].Op == effects.Store {
			continue
		}
		c := a
		if start := s.p.AtStart(f); s.p.InRequest(f) && (start || o.roots != nil) && !s.p.byRequests(f, f.Code[i].A[0], n, o.roots) {
			if !start {
				continue
			}
			c.Start = true
		}
		c.Fn, c.Instr, c.State = f, i, o.state
		c.Depth += o.depth
		dup := false
		for _, h := range o.state.Accesses {
			if h.Fn == f && h.Instr == i && h.Kind == c.Kind {
				dup = true
				h.Start = h.Start && c.Start
				if c.Depth < h.Depth {
					h.Depth = c.Depth
				}
				break
			}
		}
		if !dup {
			cp := c
			o.state.Accesses = append(o.state.Accesses, &cp)
		}
	}
}

func (s *stateFinder) cells(f *Fn, v effects.Val) []int32 {
	var out []int32
	for _, n := range s.p.points(f, v) {
		if s.p.live.Has(int(n)) && s.p.nodes[n].kind != nFunc {
			out = append(out, n)
		}
	}
	return out
}

func (s *stateFinder) function(f *Fn) {
	p := s.p
	for i := range f.Code {
		in := &f.Code[i]
		switch in.Op {
		case effects.Load:
			for _, c := range s.cells(f, in.A[0]) {
				s.record(f, i, c, Access{Kind: Read, Ref: s.onlyRef(f, in)})
			}
		case effects.FieldVal:
			for _, b := range s.cells(f, in.A[0]) {
				if sub, ok := p.nodes[b].subs[in.S]; ok && p.live.Has(int(sub)) {
					s.record(f, i, sub, Access{Kind: Read, Ref: s.onlyRef(f, in)})
				}
			}
		case effects.Store:
			kind := Write
			if s.relative(f, in) {
				kind = Update
			}
			for _, c := range s.targets(f, in.A[0]) {
				if p.nodes[c].kind == nAlloc && p.nodes[c].fn == f && !strings.Contains(p.nodes[c].name, "complit") && in.Blk == f.Code[p.nodes[c].instr].Blk {
					continue // initialises a variable where it is declared
				}
				s.record(f, i, c, Access{Kind: kind, Val: in.A[1]})
			}
		case effects.MapGet:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Read, Key: in.A[1]})
			}
		case effects.MapSet:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Write, Key: in.A[1], Val: in.A[2]})
			}
		case effects.MapDel:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Delete, Key: in.A[1]})
			}
		case effects.MapClear:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Delete, All: true})
			}
		case effects.Range:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Read, All: true})
			}
		case effects.Len:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Read, All: true})
			}
		case effects.Send:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Update, Val: in.A[1]})
			}
		case effects.Recv:
			for _, m := range s.cells(f, in.A[0]) {
				s.record(f, i, m, Access{Kind: Read})
			}
		case effects.Call:
			s.callAccess(f, i, in)
		}
	}
}

// targets lists the cells that a store through an address changes. Unlike what
// the address may read, it leaves out the structs that a local copy was made
// from: changing a copy changes nothing else.
func (s *stateFinder) targets(f *Fn, addr effects.Val) []int32 {
	var out []int32
	for _, n := range s.places(f, addr, 0) {
		if s.p.live.Has(int(n)) && s.p.nodes[n].kind != nFunc {
			out = append(out, n)
		}
	}
	return out
}

func (s *stateFinder) places(f *Fn, addr effects.Val, depth int) []int32 {
	d := f.Def(addr)
	if d == nil || depth > 8 || d.Op != effects.Field {
		return s.p.points(f, addr)
	}
	var out []int32
	for _, b := range s.places(f, d.A[0], depth+1) {
		if sub, ok := s.p.nodes[b].subs[d.S]; ok {
			out = append(out, sub)
		}
	}
	return out
}

// callAccess records the methods of library containers and cells.
func (s *stateFinder) callAccess(f *Fn, i int, in *effects.Instr) {
	if len(in.A) == 0 {
		return
	}
	entries := s.p.Entries(in.Callee)
	for _, sym := range s.p.ext[f][i] {
		entries = append(entries, s.p.Entries(sym)...)
	}
	for _, e := range entries {
		a := Access{Role: e.Role}
		arg := func(name string) effects.Val {
			if k, ok := e.Int(name); ok && k >= 0 && k+1 < len(in.A) {
				return in.A[k+1]
			}
			return effects.Val{}
		}
		switch e.Role {
		case sdk.ContainerGet:
			a.Kind, a.Key = Read, arg("key")
		case sdk.ContainerSet:
			a.Kind, a.Key, a.Val = Write, arg("key"), arg("value")
		case sdk.ContainerGetSet:
			a.Kind, a.Key, a.Val = Update, arg("key"), arg("value")
		case sdk.ContainerDelete:
			a.Kind, a.Key = Delete, arg("key")
		case sdk.ContainerClear:
			a.Kind, a.All = Delete, true
		case sdk.ContainerRange:
			a.Kind, a.All = Read, true
		case sdk.CellLoad:
			a.Kind = Read
		case sdk.CellStore:
			a.Kind = Write
			if len(in.A) > 1 {
				a.Val = in.A[len(in.A)-1]
			}
		case sdk.CellAdd:
			a.Kind = Update
		default:
			continue
		}
		for _, m := range s.cells(f, in.A[0]) {
			s.record(f, i, m, a)
		}
	}
}

// onlyRef reports whether a loaded reference is only used to reach what it
// refers to.
func (s *stateFinder) onlyRef(f *Fn, in *effects.Instr) bool {
	if !in.Has(effects.Ptr) {
		return false
	}
	t := in.Type
	return strings.HasPrefix(t, "map[") || strings.HasPrefix(t, "[]") || strings.HasPrefix(t, "chan ") || s.p.IsContainer(t)
}

// relative reports whether a store depends on what the cell held before.
func (s *stateFinder) relative(f *Fn, in *effects.Instr) bool {
	d := f.Def(in.A[1])
	if d == nil {
		return false
	}
	same := func(v effects.Val) bool {
		l := f.Def(v)
		if l == nil || l.Op != effects.Load {
			return false
		}
		if l.A[0] == in.A[0] {
			return true
		}
		a, b := f.Def(l.A[0]), f.Def(in.A[0])
		return a != nil && b != nil && a.Op == effects.Field && b.Op == effects.Field && a.S == b.S
	}
	switch d.Op {
	case effects.Bin, effects.Append:
		return len(d.A) > 0 && (same(d.A[0]) || len(d.A) > 1 && same(d.A[1]))
	}
	return false
}

// maxOwners bounds the state objects that one cell is counted for.
const maxOwners = 8

// owner finds the state objects that a cell belongs to: the fields, package
// variables and captured variables from which it is reached, nearest first.
func (s *stateFinder) owner(n int32) []ownerRef {
	if o, ok := s.owners[n]; ok {
		return o
	}
	type step struct {
		n     int32
		depth int
	}
	var out []ownerRef
	seen := map[int32]bool{n: true}
	queue := []step{{n, 0}}
	push := func(m int32, depth int) {
		if !seen[m] && len(seen) < 4000 {
			seen[m] = true
			queue = append(queue, step{m, depth})
		}
	}
	held := func(m int32, depth int) {
		for _, h := range s.p.holders[m] {
			push(h, depth)
		}
	}
	for i := 0; i < len(queue) && len(out) < maxOwners; i++ {
		m, depth := queue[i].n, queue[i].depth
		nd := &s.p.nodes[m]
		kind, isState := GlobalState, false
		var roots *intsets.Sparse
		var maker *Fn
		switch nd.kind {
		case nGlobal:
			isState = true
		case nSub:
			if nd.elem {
				push(nd.parent, depth)
				continue
			}
			base := m
			inner := int32(-1) // an element on the way: the field belongs to its container
			for s.p.nodes[base].kind == nSub {
				base = s.p.nodes[base].parent
				if s.p.nodes[base].elem && inner < 0 {
					inner = base
				}
			}
			switch {
			case s.ofHandles(nd.field):
				// What the package for handles keeps is its own, wherever a Map is held.
			case !s.base(base) || s.dataEntry(base):
				held(base, depth+1)
				continue
			case inner >= 0 && s.p.nodes[base].kind != nGlobal:
				push(inner, depth+1)
				continue
			}
			kind, isState = FieldState, true
			roots, maker = s.younger(base)
		case nAlloc:
			if s.base(m) && isVarName(nd.name) && (strings.HasPrefix(nd.typ, "map[") || !s.isStructVar(m)) {
				kind, isState = CapturedState, true
				roots, maker = s.younger(m)
				break
			}
			held(m, depth)
		case nOpen:
			if nd.depth > 0 {
				push(nd.parent, depth)
			}
		case nExtern, nBox:
			held(m, depth)
		}
		if !isState {
			continue
		}
		st, next := s.state(kind, m)
		if next >= 0 {
			push(next, depth)
		}
		if st != nil && !slices.ContainsFunc(out, func(o ownerRef) bool { return o.state == st }) {
			out = append(out, ownerRef{st, depth, roots, maker})
		}
	}
	s.owners[n] = out
	return out
}

// ofHandles reports whether a field belongs to a type of the package for handles.
func (s *stateFinder) ofHandles(field string) bool {
	dot := strings.LastIndex(field, ".")
	if dot < 0 {
		return false
	}
	pkg := s.p.pkgOf(field[:dot])
	return pkg != nil && pkg.Handles
}

// isStructVar reports whether a variable is a struct whose fields are the state.
func (s *stateFinder) isStructVar(n int32) bool {
	td := s.p.types[s.p.nodes[n].typ]
	return td != nil && td.Under == "struct"
}

func isVarName(name string) bool {
	switch name {
	case "", "complit", "new", "makeslice", "varargs", "slicelit", "maplit", "init$guard":
		return false
	}
	return !strings.Contains(name, " ") && !strings.Contains(name, "(")
}

// base reports whether an object is made before requests are served.
func (s *stateFinder) base(n int32) bool {
	nd := &s.p.nodes[n]
	switch nd.kind {
	case nGlobal:
		return true
	case nOpen:
		return nd.depth == 0
	case nAlloc:
		// What requests make is theirs, also where start-up makes one as well;
		// if it stays, whatever holds it is the state.
		return nd.fn == nil || !s.p.InRequest(nd.fn) || s.p.served[n] != nil || s.lazy != nil && s.lazy.Has(int(n))
	}
	return false
}

// dataEntry reports whether an object that start-up makes is an entry of
// containers like those that requests add: a record that was loaded, and no
// part of the program.
func (s *stateFinder) dataEntry(n int32) bool {
	nd := &s.p.nodes[n]
	if nd.kind != nAlloc || nd.typ == "" {
		return false
	}
	added := false
	for _, h := range s.p.holders[n] {
		if s.p.nodes[h].kind != nSub || !s.p.nodes[h].elem || !s.p.IsContainer(s.typeOf(s.p.nodes[h].parent)) {
			return false
		}
		for _, m := range s.p.pts[s.p.nodes[h].cont].AppendTo(nil) {
			e := &s.p.nodes[m]
			added = added || e.kind == nAlloc && e.typ == nd.typ && !s.base(int32(m))
		}
	}
	return added
}

// typeOf is the type of an object, or "".
func (s *stateFinder) typeOf(n int32) string {
	nd := &s.p.nodes[n]
	if nd.kind == nGlobal {
		if g := s.p.vars[nd.name]; g != nil {
			return g.Type
		}
	}
	return nd.typ
}

// younger tells, of an object that requests make, which requests are not still
// making it, or which function does.
func (s *stateFinder) younger(n int32) (*intsets.Sparse, *Fn) {
	if s.lazy.Has(int(n)) {
		return nil, s.p.nodes[n].fn
	}
	return s.p.served[n], nil
}

// state returns the state object of a cell; for a field of a struct without a
// name, the cell that holds the struct.
func (s *stateFinder) state(kind StateKind, n int32) (*State, int32) {
	p := s.p
	nd := &p.nodes[n]
	var st State
	st.Kind = kind
	switch kind {
	case GlobalState:
		g := p.vars[nd.name]
		if g == nil {
			return nil, -1
		}
		st.Key, st.Type, st.Pos = nd.name, g.Type, g.Pos
		st.Pkg = p.pkgOf(nd.name)
		if st.Pkg == nil {
			return nil, -1
		}
		st.Object = st.Pkg.Name + "." + g.Name
	case FieldState:
		dot := strings.LastIndex(nd.field, ".")
		if dot < 0 {
			return nil, -1
		}
		td := p.types[nd.field[:dot]]
		if td == nil {
			// A field of an anonymous or foreign struct: the cell that holds it.
			if q := nd.parent; p.nodes[q].kind == nSub || p.nodes[q].kind == nGlobal || p.nodes[q].kind == nAlloc {
				return nil, q
			}
			return nil, -1
		}
		fname := nd.field[dot+1:]
		st.Key = nd.field
		st.Pkg = p.pkgOf(nd.field[:dot])
		if st.Pkg == nil {
			return nil, -1
		}
		st.Object = st.Pkg.Name + "." + td.Name + "." + fname
		for _, fd := range td.Fields {
			if fd.Name == fname {
				st.Pos, st.Type = fd.Pos, fd.Type
			}
		}
	case CapturedState:
		f := nd.fn.Orig()
		st.Pkg = f.Pkg
		st.Key = f.Fn.ID + "." + nd.name
		st.Object = f.Pkg.Name + "." + f.Name + "." + nd.name
		st.Pos, st.Type = f.Code[nd.instr].Pos, nd.typ
	}
	if isSync(st.Type) {
		return nil, -1
	}
	have := s.byKey[st.Key]
	if have == nil {
		have = &st
		s.byKey[st.Key] = have
	}
	if !slices.Contains(have.cells, n) {
		have.cells = append(have.cells, n)
	}
	return have, -1
}

// isSync reports whether a type only orders goroutines.
func isSync(t string) bool {
	switch strings.TrimPrefix(t, "*") {
	case "sync.Mutex", "sync.RWMutex", "sync.Once", "sync.WaitGroup", "sync.Cond", "sync.Pool":
		return true
	}
	return false
}

func (p *Program) pkgOf(id string) *effects.Package {
	if p.pkgBy == nil {
		p.pkgBy = map[string]*effects.Package{}
		for _, pk := range p.Pkgs {
			p.pkgBy[pk.Path] = pk
		}
	}
	if dot := strings.LastIndex(id, "."); dot > 0 {
		return p.pkgBy[id[:dot]]
	}
	return nil
}

func (k AccessKind) String() string {
	return [...]string{"read", "write", "update", "delete"}[k]
}
