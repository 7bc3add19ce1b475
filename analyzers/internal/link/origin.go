package link

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Origin is one place that a value comes from.
type Origin struct {
	Kind    OriginKind
	Str     string    // literal, name of the header or key, name of the symbol
	Entry   sdk.Entry // what the tables say, if they do
	Fn      *Fn
	Instr   int // -1 if it is no instruction
	Hashed  bool
	Derived bool // outside code made it from what is named here
	Carried bool // it only travels along, in a context that is handed to outside code
}

// Pos is where the value is made.
func (o Origin) Pos() effects.Pos {
	if o.Fn != nil && o.Instr >= 0 && o.Instr < len(o.Fn.Code) {
		return o.Fn.Code[o.Instr].Pos
	}
	return effects.Pos{}
}

// OriginKind is the kind of a value's origin.
type OriginKind uint8

// The origins that rules tell apart.
const (
	OUnknown OriginKind = iota
	OConst              // string literal
	OLiteral            // another literal; Str is its text
	OTable              // Entry.Role says what
	ORequest            // the request value given to a root
	OArg                // arguments of a tool, prompt or resource call
	OHTTP               // the *http.Request given to a root
	OContext            // the context given to a root; Str is the key, if a value was read
	OSession            // the session object given to a root
	OParam              // parameter of a function that nothing in the program calls
	OExtern             // result of a call of outside code; Str is its symbol
	OAlloc              // made here
	OCount              // length of a container, or a number counted up
	OMemory             // loaded from memory that nothing in the program writes
	OInput              // further parameters of a root
)

const (
	maxSteps  = 4000
	maxNested = 4 // tracers inside tracers
)

type originKey struct {
	fn *Fn
	v  effects.Val
}

type tracer struct {
	p       *Program
	seen    map[traceKey]bool
	steps   int
	out     []Origin
	hash    bool
	derived bool
	carried bool
}

type traceKey struct {
	fn   *Fn
	v    effects.Val
	i    int32
	hash bool
	soft bool // carried
}

// Origins finds where a value comes from, through calls, memory and closures.
func (p *Program) Origins(f *Fn, v effects.Val) []Origin {
	k := originKey{f, v}
	if o, ok := p.origins[k]; ok {
		return o
	}
	// Tracing asks for the origins of keys on its way, which may lead back here.
	if p.tracing == maxNested {
		return nil
	}
	p.tracing++
	defer func() { p.tracing-- }()
	t := &tracer{p: p, seen: map[traceKey]bool{}}
	t.value(f, v, 0)
	p.origins[k] = t.out
	return t.out
}

// Strings lists the string literals that a value can be, when it can be
// nothing else of interest.
func (p *Program) Strings(f *Fn, v effects.Val) []string {
	var out []string
	for _, o := range p.Origins(f, v) {
		if o.Kind == OConst && o.Str != "" && !slices.Contains(out, o.Str) {
			out = append(out, o.Str)
		}
	}
	slices.Sort(out)
	return out
}

func (t *tracer) add(o Origin) {
	o.Hashed = o.Hashed || t.hash
	o.Derived = o.Derived || t.derived
	o.Carried = o.Carried || t.carried
	for _, h := range t.out {
		if h.Kind == o.Kind && h.Str == o.Str && h.Fn == o.Fn && h.Instr == o.Instr && h.Entry.Role == o.Entry.Role && h.Hashed == o.Hashed && h.Derived == o.Derived && h.Carried == o.Carried {
			return
		}
	}
	if len(t.out) < 400 {
		t.out = append(t.out, o)
	}
}

func (t *tracer) value(f *Fn, v effects.Val, depth int) {
	t.steps++
	if t.steps > maxSteps || depth > 60 {
		return
	}
	switch v.K {
	case effects.Const:
		if v.I == 1 {
			t.add(Origin{Kind: OConst, Str: v.S, Fn: f, Instr: -1})
		} else {
			t.add(Origin{Kind: OLiteral, Str: v.S, Fn: f, Instr: -1})
		}
		return
	case effects.Nil:
		return
	case effects.Reg:
	default:
		return
	}
	k := traceKey{f, v, -1, t.hash, t.carried}
	if t.seen[k] {
		return
	}
	t.seen[k] = true
	if i, free, ok := f.Param(v); ok {
		t.param(f, i, free, depth)
		return
	}
	d := f.Def(v)
	if d == nil {
		return
	}
	t.instr(f, int(f.def[v.I]), d, 0, depth)
}

func (t *tracer) param(f *Fn, i int, free bool, depth int) {
	p := t.p
	if free {
		for _, n := range p.closuresOf(f) {
			if m := p.makers[n]; m != nil && i < len(p.nodes[n].binds) {
				t.value(m, p.nodes[n].binds[i], depth+1)
			}
		}
		return
	}
	found := false
	for _, r := range p.rootsOfFn(f) {
		if i == 0 && f.Recv {
			continue
		}
		found = true
		t.rootParam(r, f, i)
	}
	for _, e := range f.In {
		if e.Kind == Callback {
			// Values that outside code passes on: they come from what it was given.
			in := &e.From.Code[e.Instr]
			found = true
			for _, a := range in.A {
				if len(p.points(e.From, a)) == 0 || !p.holdsFunc(e.From, a) {
					t.value(e.From, a, depth+1)
				}
			}
			continue
		}
		if i < len(e.args) {
			found = true
			t.value(e.From, e.args[i], depth+1)
		}
	}
	if !found {
		t.add(Origin{Kind: OParam, Str: f.Params[i].Name, Fn: f, Instr: -1})
	}
}

func (p *Program) holdsFunc(f *Fn, v effects.Val) bool {
	for _, n := range p.points(f, v) {
		if p.nodes[n].kind == nFunc {
			return true
		}
	}
	return false
}

func (p *Program) closuresOf(f *Fn) []int32 {
	if p.closures == nil {
		p.closures = map[*Fn][]int32{}
		for n := range p.nodes {
			if p.nodes[n].kind == nFunc && p.nodes[n].instr >= 0 {
				p.closures[p.nodes[n].fn] = append(p.closures[p.nodes[n].fn], int32(n))
			}
		}
	}
	return p.closures[f]
}

func (p *Program) rootsOfFn(f *Fn) []*Root {
	if p.rootsBy == nil {
		p.rootsBy = map[*Fn][]*Root{}
		for _, r := range p.Roots {
			if r.Hand {
				continue // its callers tell
			}
			p.rootsBy[r.Fn] = append(p.rootsBy[r.Fn], r)
		}
	}
	return p.rootsBy[f]
}

// rootParam classifies what an SDK passes to a handler.
func (t *tracer) rootParam(r *Root, f *Fn, i int) {
	typ := strings.TrimPrefix(f.Params[i].Type, "*")
	o := Origin{Fn: f, Instr: -1, Str: f.Params[i].Name}
	own := i
	if f.Recv {
		own--
	}
	id, hasID := r.Entry.Int("id")
	switch {
	case hasID && own == id:
		o.Kind, o.Entry = OTable, sdk.Entry{Role: sdk.OriginRequestID}
	case typ == "context.Context":
		o.Kind, o.Str = OContext, ""
	case typ == "net/http.Request":
		o.Kind = OHTTP
	case t.p.typeRole(typ, sdk.TypeSession):
		o.Kind = OSession
	case t.p.typeRole(typ, sdk.TypeRequest), t.p.typeRole(typ, sdk.RequestTool), t.p.typeRole(typ, sdk.RequestAny), t.p.typeRole(typ, sdk.RequestPrompt), t.p.typeRole(typ, sdk.RequestResource):
		o.Kind = ORequest
	case r.Kind == sdk.RootTool || r.Kind == sdk.RootTask || r.Kind == sdk.RootPrompt || r.Kind == sdk.RootResource || r.Kind == sdk.RootCompletion:
		o.Kind = OArg
	case r.Service():
		o.Kind = OHTTP // a message, or the stream of them
	case r.Kind == RootAPI || r.Inferred && r.Kind == sdk.RootRPC:
		o.Kind = OParam // a library's users decide
	default:
		o.Kind = OInput
	}
	t.add(o)
}

// typeRole reports whether the tables give a type a role.
func (p *Program) typeRole(typ string, r sdk.Role) bool {
	typ = strings.TrimPrefix(typ, "*")
	dot := strings.LastIndex(typ, ".")
	if dot < 0 {
		return false
	}
	_, ok := p.Tab.Role(typ[:dot], typ[dot+1:], "", r)
	return ok
}

// originRole is the table entry that says where a symbol's value comes from.
func (p *Program) originRole(s effects.Sym) (sdk.Entry, bool) {
	for _, e := range p.Entries(s) {
		if strings.HasPrefix(string(e.Role), "origin.") || e.Role == sdk.KeyGen {
			return e, true
		}
	}
	return sdk.Entry{}, false
}

func (t *tracer) instr(f *Fn, i int, d *effects.Instr, res int32, depth int) {
	p := t.p
	switch d.Op {
	case effects.Copy, effects.Convert, effects.Un, effects.Append:
		for _, a := range d.A {
			t.value(f, a, depth+1)
		}
	case effects.Bin:
		if d.S == "+" && counts(f, d) {
			t.add(Origin{Kind: OCount, Fn: f, Instr: i})
		}
		for _, a := range d.A {
			t.value(f, a, depth+1)
		}
	case effects.Extract:
		if src := f.Def(d.A[0]); src != nil {
			k := traceKey{f, d.A[0], d.I, t.hash, t.carried}
			if t.seen[k] {
				return
			}
			t.seen[k] = true
			t.instr(f, int(f.def[d.A[0].I]), src, d.I, depth+1)
		}
	case effects.Load:
		if e, ok := p.originRole(d.Callee); ok {
			t.table(f, i, d, e, depth)
			return
		}
		t.load(f, i, d.A[0], depth)
	case effects.Field:
		if e, ok := p.originRole(d.Callee); ok {
			t.table(f, i, d, e, depth)
			return
		}
		t.value(f, d.A[0], depth+1)
	case effects.FieldVal:
		if e, ok := p.originRole(d.Callee); ok {
			t.table(f, i, d, e, depth)
			return
		}
		n := 0
		for _, b := range p.points(f, d.A[0]) {
			if s, ok := p.nodes[b].subs[d.S]; ok {
				n += t.stores(s, depth)
			}
		}
		if n == 0 {
			t.value(f, d.A[0], depth+1)
		}
	case effects.Index, effects.IndexVal:
		t.value(f, d.A[0], depth+1)
		if d.A[0].K == effects.Const && len(d.A) > 1 {
			t.value(f, d.A[1], depth+1) // a character picked from an alphabet
		}
	case effects.MapGet:
		if d.Has(effects.CommaOk) && res == 1 {
			return
		}
		n := 0
		for _, m := range p.points(f, d.A[0]) {
			if s, ok := p.nodes[m].subs["[v]"]; ok {
				n += t.stores(s, depth)
			}
		}
		if hd := mapType(d.S); p.typeRole(hd, sdk.TypeHeader) {
			name := ""
			if s := p.Strings(f, d.A[1]); len(s) > 0 {
				name = s[0]
			}
			if o, ok := foreignHeader(f, i, d.A[0]); ok && !strings.EqualFold(name, sessionHeader) {
				t.add(o)
				return
			}
			t.add(Origin{Kind: OTable, Entry: sdk.Entry{Role: sdk.OriginHeader}, Str: name, Fn: f, Instr: i})
			return
		}
		if n == 0 {
			t.value(f, d.A[0], depth+1)
		}
	case effects.Next:
		if r := f.Def(d.A[0]); r != nil && r.Op == effects.Range {
			if res == 1 {
				t.keysOf(f, r.A[0], depth)
			} else {
				t.elems(f, r.A[0], depth)
			}
		}
	case effects.Recv:
		t.elems(f, d.A[0], depth)
	case effects.Len:
		t.add(Origin{Kind: OCount, Fn: f, Instr: i})
	case effects.Alloc:
		n := 0
		if node, ok := p.allocs[allocKey{f, i}]; ok {
			n = t.stores(node, depth)
			if strings.HasPrefix(d.Type, "[") {
				for _, e := range p.nodes[node].order {
					if p.nodes[e].elem {
						n += t.stores(e, depth)
					}
				}
			}
			if n == 0 {
				n += t.fields(node, depth)
			}
			n += t.filled(f, d, depth)
			n += t.filledElsewhere(node)
		}
		if n == 0 {
			t.add(Origin{Kind: OAlloc, Fn: f, Instr: i})
		}
	case effects.MakeMap, effects.MakeSlice, effects.MakeChan, effects.Closure:
		if d.Op == effects.MakeMap && t.filled(f, d, depth) > 0 {
			return
		}
		if d.Op == effects.MakeSlice {
			n := t.filled(f, d, depth)
			if node, ok := p.allocs[allocKey{f, i}]; ok {
				for _, e := range p.nodes[node].order {
					if p.nodes[e].elem {
						n += t.stores(e, depth)
					}
				}
				n += t.filledElsewhere(node)
			}
			if n > 0 {
				return
			}
		}
		t.add(Origin{Kind: OAlloc, Fn: f, Instr: i})
	case effects.Call:
		t.call(f, i, d, res, depth)
	}
}

func mapType(s string) string { return s }

// fields follows a struct that is built field by field. Every field gets the
// same share of the steps that are left, so that a long way to one does not
// hide another.
func (t *tracer) fields(node int32, depth int) int {
	order := t.p.nodes[node].order
	if len(order) == 0 {
		return 0
	}
	n, used, start := 0, 0, t.steps
	share := (maxSteps - start) / len(order)
	for _, e := range order {
		if t.p.nodes[e].elem {
			continue
		}
		t.steps = maxSteps - share
		n += t.stores(e, depth)
		used += min(share, t.steps-(maxSteps-share))
	}
	t.steps = start + used
	return n
}

// counts reports whether an addition counts something up by a constant.
func counts(f *Fn, d *effects.Instr) bool {
	if len(d.A) != 2 || d.A[1].K != effects.Const || d.A[1].I != 3 {
		return false
	}
	l := f.Def(d.A[0])
	return l != nil && l.Op == effects.Load
}

// filled follows values that outside code writes through a pointer, as
// json.Unmarshal or rand.Read do.
func (t *tracer) filled(f *Fn, d *effects.Instr, depth int) int {
	n := 0
	target := d.Dst
	alias := map[int32]bool{target: true}
	kept := map[string]bool{} // fields and variables that hold it by now
	for i := range f.Code {
		in := &f.Code[i]
		switch in.Op {
		case effects.Store:
			if in.A[1].K == effects.Reg && alias[in.A[1].I] {
				kept[place(f, in.A[0])] = true
			}
			if at := f.Def(in.A[0]); at != nil && at.Op == effects.Index && at.A[0].K == effects.Reg && alias[at.A[0].I] && !in.Has(effects.Ptr) {
				n++ // bytes written one by one
				t.value(f, in.A[1], depth+1)
			}
		case effects.Load:
			if at := place(f, in.A[0]); at != "" && kept[at] {
				alias[in.Dst] = true
			}
		case effects.Convert, effects.Copy:
			if in.Dst >= 0 && len(in.A) == 1 && in.A[0].K == effects.Reg && alias[in.A[0].I] {
				alias[in.Dst] = true
			}
		case effects.Call:
			if t.p.hasBody(f, i) {
				continue
			}
			hit := -1
			for k, a := range in.A {
				if a.K == effects.Reg && alias[a.I] {
					hit = k
				}
			}
			if hit < 0 {
				continue
			}
			if e, ok := t.p.originRole(in.Callee); ok {
				if _, isOut := e.Int("out"); isOut {
					n++
					t.table(f, i, in, e, depth)
					continue
				}
				continue
			}
			if !fills(in.Callee.Name) {
				continue
			}
			for k, a := range in.A {
				if k != hit {
					n++
					t.value(f, a, depth+1)
				}
			}
		}
	}
	return n
}

// filledElsewhere follows random bytes that are read into an object through
// another way to it, as into a package variable.
func (t *tracer) filledElsewhere(n int32) int {
	p := t.p
	if p.fillers == nil {
		p.fillers = map[int32][]Origin{}
		for _, f := range p.Fns {
			for i := range f.Code {
				in := &f.Code[i]
				if in.Op != effects.Call {
					continue
				}
				e, ok := p.Role(in.Callee, sdk.OriginRandom)
				if !ok {
					continue
				}
				k, ok := e.Int("out")
				if !ok || k < 0 || k >= len(in.A) {
					continue
				}
				for _, m := range p.points(f, in.A[k]) {
					p.fillers[m] = append(p.fillers[m], Origin{Kind: OTable, Entry: e, Fn: f, Instr: i})
				}
			}
		}
	}
	for _, o := range p.fillers[n] {
		t.add(o)
	}
	return len(p.fillers[n])
}

// fills reports whether the name of a function says that it writes through a
// pointer that it is given.
func fills(name string) bool {
	for _, w := range []string{"Unmarshal", "Decode", "Bind", "Scan", "Parse", "Read", "Copy", "Convert", "Extract"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return name == "copy"
}

// place names the field or package variable that an address is of.
func place(f *Fn, addr effects.Val) string {
	if addr.K == effects.Global {
		return addr.S
	}
	if d := f.Def(addr); d != nil && d.Op == effects.Field {
		return d.S
	}
	return ""
}

func (p *Program) hasBody(f *Fn, i int) bool {
	for _, e := range f.Out {
		if e.Instr == i && e.Kind != Callback {
			return true
		}
	}
	return false
}

// stores follows what was stored in a cell.
func (t *tracer) stores(n int32, depth int) int {
	c := 0
	for _, s := range t.p.cellStores(n) {
		c++
		t.value(s.fn, s.val, depth+1)
	}
	return c
}

// copies follows the structs that were stored in a cell, for a field that the
// program sets in none of them: only outside code can have filled it.
func (t *tracer) copies(n int32, depth int) int {
	c := 0
	for _, s := range t.p.cellStores(n) {
		c++
		if !t.filledCopy(s.fn, s.val, depth+1) {
			t.value(s.fn, s.val, depth+1)
		}
	}
	return c
}

// filledCopy follows what outside code wrote into the structs that a value is
// copied from, and reports whether these are known.
func (t *tracer) filledCopy(f *Fn, v effects.Val, depth int) bool {
	if depth > 60 {
		return false
	}
	if i, free, ok := f.Param(v); ok {
		if free || len(f.In) == 0 {
			return false
		}
		for _, e := range f.In {
			if e.Kind == Callback || i >= len(e.args) || !t.filledCopy(e.From, e.args[i], depth+1) {
				return false
			}
		}
		return true
	}
	d := f.Def(v)
	if d == nil || d.Op != effects.Load || !d.Has(effects.Struct) {
		return false
	}
	nodes := t.p.points(f, d.A[0])
	for _, n := range nodes {
		if nd := &t.p.nodes[n]; nd.kind != nAlloc || nd.open || nd.fn == nil || nd.instr < 0 || nd.instr >= len(nd.fn.Code) {
			return false
		}
	}
	for _, n := range nodes {
		nd := &t.p.nodes[n]
		t.filled(nd.fn, &nd.fn.Code[nd.instr], depth+1)
		t.filledElsewhere(n)
	}
	return len(nodes) > 0
}

func (t *tracer) load(f *Fn, i int, addr effects.Val, depth int) {
	p := t.p
	if addr.K == effects.Global {
		if e, ok := p.Role(f.Code[i].Callee, sdk.OriginRandom); ok {
			t.add(Origin{Kind: OTable, Entry: e, Fn: f, Instr: i})
			return
		}
	}
	d := f.Def(addr)
	if d != nil && d.Op == effects.Field {
		if e, ok := p.originRole(d.Callee); ok {
			t.table(f, int(f.def[addr.I]), d, e, depth)
			return
		}
	}
	n := 0
	cells := p.points(f, addr)
	for _, c := range cells {
		n += t.stores(c, depth)
		if p.nodes[c].kind == nSub && p.nodes[c].elem {
			continue
		}
	}
	if n > 0 {
		// A field that is set somewhere may still hold what its struct was
		// copied from.
		return
	}
	for _, c := range cells {
		for q := c; p.nodes[q].kind == nSub; {
			q = p.nodes[q].parent
			if k := t.copies(q, depth); k > 0 {
				n += k
				break
			}
		}
	}
	if n > 0 {
		return
	}
	if d != nil {
		switch d.Op {
		case effects.Field, effects.Index:
			t.value(f, d.A[0], depth+1)
			return
		}
		t.value(f, addr, depth+1)
		return
	}
	if _, _, ok := f.Param(addr); ok {
		t.value(f, addr, depth+1)
		return
	}
	t.add(Origin{Kind: OMemory, Str: addr.S, Fn: f, Instr: i})
}

func (t *tracer) elems(f *Fn, c effects.Val, depth int) {
	n := 0
	for _, m := range t.p.points(f, c) {
		for _, s := range t.p.nodes[m].order {
			if t.p.nodes[s].elem {
				n += t.stores(s, depth)
			}
		}
	}
	if n == 0 {
		t.value(f, c, depth+1)
	}
}

// keysOf follows the keys that were set in a map.
func (t *tracer) keysOf(f *Fn, c effects.Val, depth int) {
	n := 0
	for _, m := range t.p.points(f, c) {
		if s, ok := t.p.nodes[m].subs["[v]"]; ok {
			for _, st := range t.p.cellStores(s) {
				in := &st.fn.Code[st.instr]
				if in.Op == effects.MapSet {
					n++
					t.value(st.fn, in.A[1], depth+1)
				}
			}
		}
	}
	if n == 0 {
		t.value(f, c, depth+1)
	}
}

// table records an origin that the tables name, and follows what it derives
// from where that matters.
func (t *tracer) table(f *Fn, i int, in *effects.Instr, e sdk.Entry, depth int) {
	o := Origin{Kind: OTable, Entry: e, Fn: f, Instr: i}
	off := 0
	if in.Has(effects.Invoke) || strings.Contains(in.Callee.Name, ".") && in.Op == effects.Call {
		off = 1
	}
	arg := func(name string) (effects.Val, bool) {
		if k, ok := e.Int(name); ok && k >= 0 && k+off < len(in.A) {
			return in.A[k+off], true
		}
		return effects.Val{}, false
	}
	switch e.Role {
	case sdk.OriginHash:
		old := t.hash
		t.hash = true
		for _, a := range in.A {
			t.value(f, a, depth+1)
		}
		t.hash = old
		return
	case sdk.OriginHeader, sdk.OriginEnv, sdk.OriginFlag, sdk.OriginHTTPParam, sdk.OriginArg:
		if a, ok := arg("name"); ok {
			if s := t.p.Strings(f, a); len(s) > 0 {
				o.Str = s[0]
			}
		}
		if e.Role == sdk.OriginHeader && in.Op == effects.Call && len(in.A) > 0 && !strings.EqualFold(o.Str, sessionHeader) {
			if h, ok := foreignHeader(f, i, in.A[0]); ok {
				t.add(h)
				return
			}
		}
	case sdk.OriginContext:
		if a, ok := arg("key"); ok {
			o.Str = t.p.ContextKey(f, a)
			n := 0
			for _, w := range t.p.contextValues(o.Str) {
				n++
				t.value(w.fn, w.val, depth+1)
			}
			if n > 0 {
				return
			}
		}
	case sdk.OriginID, sdk.OriginRandom:
		if k, ok := e.Int("of"); ok && k+off < len(in.A) {
			t.value(f, in.A[k+off], depth+1)
		}
	}
	t.add(o)
}

// sessionHeader names the session wherever it stands: a client that reads it from
// an answer keeps the protocol's session too.
const sessionHeader = "Mcp-Session-Id"

// foreignHeader tells headers that no caller of this server sent: those with which
// another server answers, and those of a request that the function itself makes.
func foreignHeader(f *Fn, i int, header effects.Val) (Origin, bool) {
	d := f.Def(header)
	if d != nil && d.Op == effects.Load && len(d.A) > 0 {
		d = f.Def(d.A[0])
	}
	if d == nil || d.Op != effects.Field && d.Op != effects.FieldVal {
		return Origin{}, false
	}
	switch d.S {
	case "net/http.Response.Header":
		return Origin{Kind: OExtern, Str: d.S, Fn: f, Instr: i}, true
	case "net/http.Request.Header":
		if len(d.A) > 0 && madeHere(f, d.A[0]) {
			return Origin{Kind: OMemory, Str: d.S, Fn: f, Instr: i}, true
		}
	}
	return Origin{}, false
}

// madeHere reports whether a request is one that its function has just made, to
// be sent to another server.
func madeHere(f *Fn, req effects.Val) bool {
	d := f.Def(req)
	if d != nil && d.Op == effects.Load && len(d.A) > 0 { // of a variable that is set once
		set := effects.Val{}
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == effects.Store && in.A[0] == d.A[0] {
				if set.K != effects.None {
					return false
				}
				set = in.A[1]
			}
		}
		d = f.Def(set)
	}
	if d != nil && d.Op == effects.Extract {
		d = f.Def(d.A[0])
	}
	return d != nil && d.Op == effects.Call && d.Callee.Path == "net/http" && (d.Callee.Name == "NewRequest" || d.Callee.Name == "NewRequestWithContext")
}

func (t *tracer) call(f *Fn, i int, in *effects.Instr, res int32, depth int) {
	p := t.p
	if e, ok := p.originRole(in.Callee); ok {
		if r, has := e.Int("result"); !has || int32(r) == res || r < 0 {
			if _, out := e.Int("out"); !out || e.Get("result") != "" {
				t.table(f, i, in, e, depth)
				return
			}
		}
	}
	for _, s := range p.ext[f][i] {
		if e, ok := p.originRole(s); ok {
			t.table(f, i, in, e, depth)
			return
		}
	}
	body := false
	for _, ed := range f.Out {
		if ed.Instr != i || ed.Kind == Callback {
			continue
		}
		body = true
		for j := range ed.To.Code {
			r := &ed.To.Code[j]
			if r.Op == effects.Return && int(res) < len(r.A) {
				k := traceKey{ed.To, effects.Val{K: effects.Const, I: int32(j)}, res, t.hash, t.carried}
				if !t.seen[k] {
					t.seen[k] = true
					t.value(ed.To, r.A[res], depth+1)
				}
			}
		}
	}
	if body {
		return
	}
	for _, e := range p.Entries(in.Callee) {
		switch e.Role {
		case sdk.ContainerGet, sdk.ContainerGetSet, sdk.CellLoad, sdk.CellAdd, sdk.ContainerRange:
			if len(in.A) > 0 {
				if e.Role == sdk.CellAdd {
					t.add(Origin{Kind: OCount, Fn: f, Instr: i})
					return
				}
				t.elems(f, in.A[0], depth)
			}
			return
		}
	}
	t.add(Origin{Kind: OExtern, Str: in.Callee.String(), Fn: f, Instr: i})
	old, carried := t.derived, t.carried
	t.derived = t.derived || !rewrites(in.Callee)
	makes, asks := constructs(in.Callee), p.asksServer(in.Callee)
	types := resultTypes(in.Type)
	context := int(res) < len(types) && types[res] == "context.Context"
	for k, a := range in.A {
		if (makes || asks) && p.regType(f, a) == "context.Context" {
			continue // it bounds the making or asking, the result does not keep it
		}
		if asks && k == 0 {
			continue // what another server answers is not made of how it is reached
		}
		// Whoever wants what is put into a context asks for it by its key.
		t.carried = carried || context && p.regType(f, a) != "context.Context"
		t.value(f, a, depth+1)
	}
	t.derived, t.carried = old, carried
}

// asksServer reports whether outside code is a method of a session with another
// MCP server.
func (p *Program) asksServer(s effects.Sym) bool {
	typ, _, method := strings.Cut(s.Name, ".")
	if !method || !p.Tab.IsSDK(s.Path) {
		return false
	}
	e, ok := p.Tab.Role(s.Path, typ, "", sdk.Live)
	return ok && e.Get("kind") == "client"
}

// constructs reports whether outside code makes an object, as its name says. A
// request is none: it carries its context along.
func constructs(s effects.Sym) bool {
	name := s.Name[strings.LastIndex(s.Name, ".")+1:]
	if strings.Contains(name, "Request") {
		return false
	}
	for _, p := range []string{"New", "Load", "Open", "Dial", "Connect"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// rewrites reports whether outside code only writes its argument differently.
func rewrites(s effects.Sym) bool {
	switch s.Path {
	case "fmt", "strings", "strconv", "bytes", "slices", "encoding/hex", "encoding/base64", "encoding/base32", "io", "errors", "math/big", "path", "path/filepath", "net/url":
		return true
	case "encoding/json", "encoding/xml":
		return strings.HasPrefix(s.Name, "Marshal")
	}
	_, method, _ := strings.Cut(s.Name, ".")
	return method == "String" // fmt.Stringer
}

type ctxStore struct {
	fn  *Fn
	val effects.Val
}

// ContextKey names the key of a context value: its type and, for constants and
// variables, which one.
func (p *Program) ContextKey(f *Fn, v effects.Val) string {
	for range 6 {
		switch v.K {
		case effects.Const:
			return v.S
		case effects.Global:
			return "&" + v.S
		}
		d := f.Def(v)
		if d == nil {
			return ""
		}
		switch d.Op {
		case effects.Convert:
			if strings.HasPrefix(d.S, "box ") {
				t := d.S[4:]
				if d.A[0].K == effects.Const {
					return t + ":" + d.A[0].S
				}
				if l := f.Def(d.A[0]); l != nil && l.Op == effects.Load && l.A[0].K == effects.Global {
					return t + ":" + l.A[0].S
				}
				if l := f.Def(d.A[0]); l != nil && l.Op == effects.Load {
					return t
				}
				return t + ":" + p.ContextKey(f, d.A[0])
			}
			v = d.A[0]
		case effects.Load:
			if d.A[0].K == effects.Global {
				return "*" + d.A[0].S
			}
			return d.Type
		default:
			return d.Type
		}
	}
	return ""
}

// contextValues lists what the program puts into contexts under a key.
func (p *Program) contextValues(key string) []ctxStore {
	if p.ctxVals == nil {
		p.ctxVals = map[string][]ctxStore{}
		for _, f := range p.Fns {
			for i := range f.Code {
				in := &f.Code[i]
				if in.PutsInContext() {
					k := p.ContextKey(f, in.A[1])
					p.ctxVals[k] = append(p.ctxVals[k], ctxStore{f, in.A[2]})
				}
			}
		}
	}
	return p.ctxVals[key]
}

// String is for tests and diagnostics.
func (o Origin) String() string {
	names := [...]string{"unknown", "const", "literal", "table", "request", "arg", "http", "context", "session", "param", "extern", "alloc", "count", "memory", "input"}
	s := names[o.Kind]
	if o.Kind == OTable {
		s = string(o.Entry.Role)
	}
	if o.Str != "" {
		s += "(" + o.Str + ")"
	}
	if o.Hashed {
		s += "#"
	}
	return s
}

// RegType is the type key of an operand.
func (p *Program) RegType(f *Fn, v effects.Val) string { return p.regType(f, v) }

// TypeRole reports whether the tables give a type a role.
func (p *Program) TypeRole(typ string, r sdk.Role) bool { return p.typeRole(typ, r) }

// Object is an abstract object that a value can point to.
type Object struct {
	Type string
	Fn   *Fn // where it is made
	In   *effects.Instr
	Open bool // supplied from outside the program
	id   int32
}

// Objects lists what a value can point to.
func (p *Program) Objects(f *Fn, v effects.Val) []Object {
	var out []Object
	for _, n := range p.points(f, v) {
		nd := &p.nodes[n]
		o := Object{Type: nd.typ, Fn: nd.fn, Open: nd.open || nd.kind == nExtern, id: n}
		if nd.fn != nil && nd.instr >= 0 && nd.instr < len(nd.fn.Code) {
			o.In = &nd.fn.Code[nd.instr]
		}
		out = append(out, o)
	}
	return out
}

// Alias reports whether two values may be the same object.
func (p *Program) Alias(f *Fn, a effects.Val, g *Fn, b effects.Val) bool {
	s, t := p.peek(f, a), p.peek(g, b)
	return s != nil && t != nil && s.Intersects(t)
}

// Functions lists the functions of the program that a value can be.
func (p *Program) Functions(f *Fn, v effects.Val) []*Fn {
	var out []*Fn
	for _, n := range p.points(f, v) {
		if nd := &p.nodes[n]; nd.kind == nFunc && nd.fn != nil {
			out = append(out, nd.fn)
		}
	}
	return out
}

// FieldOrigins finds where the values of a field of an object come from; ok is
// false if nothing is ever stored in it.
func (p *Program) FieldOrigins(o Object, field string) (out []Origin, ok bool) {
	for _, m := range p.cellAliases(o.id) {
		for name, s := range p.nodes[m].subs {
			if !strings.HasSuffix(name, "."+field) {
				continue
			}
			for _, st := range p.cellStores(s) {
				ok = true
				out = append(out, p.Origins(st.fn, st.val)...)
			}
		}
	}
	return out, ok
}

// ElemTypes lists the types of the objects held by a state object, at any
// depth of containers.
func (p *Program) ElemTypes(s *State) []string {
	var out []string
	seen := map[int32]bool{}
	var walk func(n int32, depth int)
	walk = func(n int32, depth int) {
		if seen[n] || depth > 4 {
			return
		}
		seen[n] = true
		nd := &p.nodes[n]
		if depth > 0 && nd.typ != "" && !slices.Contains(out, nd.typ) {
			out = append(out, nd.typ)
		}
		if nd.cont >= 0 && p.pts[nd.cont] != nil {
			for _, m := range p.pts[nd.cont].AppendTo(nil) {
				walk(int32(m), depth+1)
			}
		}
		for _, m := range p.structsIn(n) {
			walk(m, depth+1)
		}
		for _, sub := range nd.order {
			if p.nodes[sub].elem {
				walk(sub, depth)
			}
		}
	}
	for _, c := range s.cells {
		walk(c, 0)
	}
	slices.Sort(out)
	return out
}

// HoldsOrigin reports whether a value made by an instruction is stored in a
// field of an object, at any depth of structs.
func (p *Program) HoldsOrigin(o Object, fn *Fn, instr int) bool {
	seen := map[int32]bool{}
	var walk func(n int32, depth int) bool
	walk = func(n int32, depth int) bool {
		if seen[n] || depth > 4 {
			return false
		}
		seen[n] = true
		for _, m := range p.cellAliases(n) {
			for _, s := range p.nodes[m].order {
				for _, st := range p.nodes[s].stores {
					for _, x := range p.Origins(st.fn, st.val) {
						if x.Fn == fn && x.Instr == instr {
							return true
						}
					}
				}
				if walk(s, depth+1) {
					return true
				}
			}
		}
		return false
	}
	return walk(o.id, 0)
}

// Made is a call of outside code whose result some memory holds.
type Made struct {
	Fn    *Fn
	Instr int
	Field string // field of a struct of the module that holds it, "path.Type.field", or ""
	id    int32
}

// MadeFor lists the calls of outside code whose results a state object holds,
// at any depth, in a stable order.
func (p *Program) MadeFor(s *State) []Made {
	var out []Made
	type step struct {
		n     int32
		field string
		depth int
	}
	seen := map[int32]bool{}
	var work []step
	push := func(n int32, field string, depth int) {
		if !seen[n] && depth < 8 && len(seen) < 4000 {
			seen[n] = true
			work = append(work, step{n, field, depth})
		}
	}
	for _, c := range s.cells {
		push(c, s.Key, 0)
	}
	for len(work) > 0 {
		w := work[0]
		work = work[1:]
		nd := &p.nodes[w.n]
		if nd.kind == nExtern && nd.fn != nil && nd.instr >= 0 && nd.fn.Code[nd.instr].Op == effects.Call {
			out = append(out, Made{nd.fn, nd.instr, w.field, w.n})
			continue
		}
		if nd.kind == nFunc {
			continue
		}
		if nd.cont >= 0 && p.pts[nd.cont] != nil {
			for _, m := range p.pts[nd.cont].AppendTo(nil) {
				push(int32(m), w.field, w.depth+1)
			}
		}
		for _, m := range p.structsIn(w.n) {
			push(m, w.field, w.depth)
		}
		for _, sub := range nd.order {
			f := w.field
			if !p.nodes[sub].elem {
				f = p.nodes[sub].field
			}
			push(sub, f, w.depth)
		}
	}
	return out
}

// Is reports whether a value may be what the call made.
func (m Made) Is(p *Program, f *Fn, v effects.Val) bool {
	s := p.peek(f, v)
	return s != nil && s.Has(int(m.id))
}

// OpenedBy lists the calls of outside code whose results a state object holds.
func (p *Program) OpenedBy(s *State) []effects.Sym {
	var out []effects.Sym
	for _, c := range s.cells {
		cont := p.nodes[c].cont
		if cont < 0 || p.pts[cont] == nil {
			continue
		}
		for _, n := range p.pts[cont].AppendTo(nil) {
			nd := &p.nodes[n]
			if nd.kind == nExtern && nd.fn != nil && nd.instr >= 0 && nd.fn.Code[nd.instr].Op == effects.Call {
				out = append(out, nd.fn.Code[nd.instr].Callee)
			}
		}
	}
	return out
}
