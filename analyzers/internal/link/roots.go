package link

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Root is a function that an SDK, a framework or a dispatcher calls while it
// serves a request.
type Root struct {
	ID       int
	Kind     sdk.Role // root.tool, root.http, …
	Hook     string   // of root.hook
	Fn       *Fn
	Names    []string // tool, prompt or resource names; several when they cannot be told apart
	Inferred bool     // found by its signature, not by its registration
	Hand     bool     // a dispatcher of the program calls it, and no SDK
	Reg      effects.Pos
	RegFn    *Fn // function that registers it, or nil
	RegInstr int
	node     int32 // function value or receiver
	items    []itemRef
	service  bool // see serviceRoots
	Entry    sdk.Entry
}

// Name is the root as people know it.
func (r *Root) Name() string {
	if len(r.Names) == 1 {
		return r.Names[0]
	}
	return r.Fn.Name
}

// IsTool reports whether the root serves tools/call.
func (r *Root) IsTool() bool { return r.Kind == sdk.RootTool || r.Kind == sdk.RootTask }

type itemRef struct {
	fn   *Fn
	val  effects.Val
	cell int32 // or -1
}

type rootKey struct {
	fn   *Fn
	kind sdk.Role
	reg  *Fn
	at   int
	cell int32
}

const (
	cRoot conKind = 100 + iota
	cRootPair
	cRootElem
)

type rootCon struct {
	entry sdk.Entry
	items []itemRef
	pair  [2]string // handler field, item field
	deep  int

	service bool // of another protocol, see serviceRoots
}

// roles registers roots at a call of a function that the tables know, and
// returns what they say of it.
func (p *Program) roles(f *Fn, i int, in *effects.Instr) []sdk.Entry {
	entries := p.Entries(in.Callee)
	if len(entries) == 0 {
		p.serviceRoots(f, i, in)
	}
	p.register(f, i, in, entries)
	return entries
}

// register registers the roots of which some lines of the tables speak.
func (p *Program) register(f *Fn, i int, in *effects.Instr, entries []sdk.Entry) {
	off := 0
	if in.Has(effects.Invoke) || strings.Contains(in.Callee.Name, ".") {
		off = 1
	}
	for _, e := range entries {
		if !strings.HasPrefix(string(e.Role), "root.") {
			continue
		}
		k, ok := e.Int("fn")
		if !ok {
			continue
		}
		if k+off >= len(in.A) || k+off < 0 {
			continue
		}
		h := in.A[k+off]
		rc := &rootCon{entry: e}
		if it, ok := e.Int("item"); ok && it+off < len(in.A) && it >= 0 {
			item := in.A[it+off]
			if base, hf, tf, ok := samePair(f, h, item); ok {
				rc.pair = [2]string{hf, tf}
				p.addRootCon(p.variable(f, base), constraint{kind: cRootPair, fn: f, instr: int32(i)}, rc)
				continue
			}
			rc.items = []itemRef{{f, item, -1}}
		}
		kind := cRoot
		if e.Variadic("fn") {
			kind = cRootElem
		}
		p.addRootCon(p.variable(f, h), constraint{kind: kind, fn: f, instr: int32(i)}, rc)
	}
}

// samePair reports whether two operands are fields of the same struct value,
// as in AddTool(t.Tool, t.Handler).
func samePair(f *Fn, h, item effects.Val) (base effects.Val, hf, tf string, ok bool) {
	field := func(v effects.Val) (effects.Val, string, bool) {
		for d := f.Def(v); d != nil; d = f.Def(v) {
			switch d.Op {
			case effects.FieldVal:
				return d.A[0], d.S, true
			case effects.Load:
				if a := f.Def(d.A[0]); a != nil && a.Op == effects.Field {
					return a.A[0], a.S, true
				}
				return v, "", false
			case effects.Convert:
				v = d.A[0]
				continue
			case effects.Field:
				return d.A[0], d.S, true
			}
			return v, "", false
		}
		return v, "", false
	}
	b1, f1, ok1 := field(h)
	b2, f2, ok2 := field(item)
	if ok1 && ok2 && b1 == b2 {
		return b1, f1, f2, true
	}
	return
}

func (p *Program) addRootCon(v int32, c constraint, rc *rootCon) {
	if v < 0 {
		return
	}
	p.rootCons = append(p.rootCons, rc)
	c.src = int32(len(p.rootCons) - 1)
	p.addCon(v, c)
}

// fieldRole registers functions stored in a struct field that an SDK calls.
func (p *Program) fieldRole(c constraint, n int32) {
	nd := &p.nodes[n]
	if nd.kind != nSub || c.src < 0 {
		return
	}
	dot := strings.LastIndex(nd.field, ".")
	if dot < 0 {
		return
	}
	typ := nd.field[:dot]
	tdot := strings.LastIndex(typ, ".")
	if tdot < 0 || !strings.Contains(typ, "/") {
		return
	}
	var in *effects.Instr
	if d := c.fn.Def(c.fn.Code[c.instr].A[0]); d != nil {
		in = d
	}
	ver := ""
	if in != nil {
		ver = in.Callee.Ver
	}
	for _, e := range p.Tab.Lookup(typ[:tdot], typ[tdot+1:]+"."+nd.field[dot+1:], ver) {
		if !strings.HasPrefix(string(e.Role), "root.") {
			continue
		}
		rc := &rootCon{entry: e}
		if it := e.Get("item"); it != "" {
			rc.items = []itemRef{{cell: p.sub(nd.parent, typ+"."+it)}}
		}
		p.addRootCon(c.src, constraint{kind: cRoot, fn: c.fn, instr: c.instr}, rc)
	}
}

// applyRoot handles one value that reaches a registration.
func (p *Program) applyRoot(c constraint, n int32) {
	rc := p.rootCons[c.src]
	switch c.kind {
	case cRootPair:
		if p.nodes[n].kind == nFunc {
			return
		}
		h, it := p.sub(n, rc.pair[0]), p.sub(n, rc.pair[1])
		sub := &rootCon{entry: rc.entry, items: []itemRef{{cell: it}}}
		p.addRootCon(p.contents(h), constraint{kind: cRoot, fn: c.fn, instr: c.instr}, sub)
		if !c.flag { // the struct may be a copy: what it was copied from counts too
			p.addCon(p.structs(n), constraint{kind: cRootPair, fn: c.fn, instr: c.instr, src: c.src, flag: true})
		}
		return
	case cRootElem:
		if p.nodes[n].kind == nFunc {
			break
		}
		t := p.newVar()
		p.addCon(p.contents(n), constraint{kind: cRoot, fn: c.fn, instr: c.instr, src: c.src})
		_ = t
		u := p.newVar()
		p.addTok(u, n)
		v := p.newVar()
		p.addCon(u, constraint{kind: cIndex, dst: v, str: "[*]"})
		w := p.newVar()
		p.addCon(v, constraint{kind: cLoad, dst: w, fn: c.fn, instr: c.instr})
		p.addCon(w, constraint{kind: cRoot, fn: c.fn, instr: c.instr, src: c.src})
		return
	}
	nd := &p.nodes[n]
	if nd.kind == nBox {
		p.addCon(p.contents(n), c)
		return
	}
	if rc.service {
		if nd.kind != nFunc {
			p.applyService(rc, c, n)
		}
		return
	}
	if names := rc.entry.Get("iface"); names != "" && nd.kind != nFunc {
		td := p.types[nd.typ]
		if td == nil {
			return
		}
		for m := range strings.SplitSeq(names, ",") {
			if id, ok := td.Methods[m]; ok {
				if to := p.byID[id]; to != nil {
					if len(to.Params) > 0 {
						p.addTok(to.base, n)
					}
					p.addRoot(rc, c.fn, int(c.instr), to, n, 1)
				}
			}
		}
		return
	}
	if nd.kind != nFunc {
		return
	}
	to := nd.fn
	if (rc.entry.Role == sdk.RootMiddleware || rc.entry.Role == sdk.RootHTTP) && rc.deep < 2 && returnsHandler(to) {
		// The function wraps a handler once; what it returns serves requests.
		p.bind(c.fn, int(c.instr), to, Callback, n, nil)
		p.openParams(to, 0)
		p.addRootCon(to.ret, constraint{kind: cRoot, fn: c.fn, instr: c.instr}, &rootCon{entry: rc.entry, items: rc.items, deep: rc.deep + 1})
		return
	}
	p.addRoot(rc, c.fn, int(c.instr), to, n, 0)
}

func returnsHandler(f *Fn) bool {
	for _, r := range f.Results {
		if r.Func || r.Type == "net/http.Handler" || strings.HasSuffix(r.Type, "Handler") || strings.HasSuffix(r.Type, "HandlerFunc") {
			return true
		}
	}
	return false
}

func (p *Program) openParams(f *Fn, from int) {
	for j := from; j < len(f.Params); j++ {
		if f.Params[j].Ptr {
			p.addTok(f.base+int32(j), p.paramNode(f, j))
		}
	}
}

func (p *Program) addRoot(rc *rootCon, reg *Fn, at int, to *Fn, n int32, from int) {
	cell := int32(-1)
	if len(rc.items) > 0 {
		cell = rc.items[0].cell
	}
	k := rootKey{to, rc.entry.Role, reg, at, cell}
	if r, ok := p.roots[k]; ok {
		for _, it := range rc.items {
			if !slices.Contains(r.items, it) {
				r.items = append(r.items, it)
			}
		}
		return
	}
	r := &Root{ID: len(p.Roots), Kind: rc.entry.Role, Hook: rc.entry.Get("hook"), Fn: to, RegFn: reg, RegInstr: at, node: n, Entry: rc.entry, service: rc.service}
	r.items = append(r.items, rc.items...)
	if reg != nil {
		r.Reg = reg.Code[at].Pos
	}
	p.roots[k] = r
	p.Roots = append(p.Roots, r)
	p.openParams(to, from)
}

// entryPoints finds the functions that nothing in the program calls. Those
// with a handler's signature serve requests that are registered elsewhere; the
// receivers and parameters of all of them are values from outside.
func (p *Program) entryPoints() {
	isRoot := map[*Fn]bool{}
	for _, r := range p.Roots {
		isRoot[r.Fn] = true
	}
	for _, f := range p.Fns {
		if len(f.In) > 0 || isRoot[f] || f.Clone != nil {
			continue
		}
		if f.Parent != "" && p.boundParent(f) {
			continue
		}
		if hasClone(p, f) {
			continue
		}
		e, ok := p.signature(f)
		api := false
		if !ok {
			e, ok = p.apiRoot(f)
			api = ok
		}
		if ok {
			n := int32(-1)
			if f.Parent != "" {
				for _, c := range p.closuresOf(f) {
					n = c // what the literal captures lives as long as it does
				}
			}
			if f.Recv && len(f.Params) > 0 {
				n = p.openNode(strings.TrimPrefix(f.Params[0].Type, "*"))
				p.addTok(f.base, n)
			}
			p.Roots = append(p.Roots, &Root{ID: len(p.Roots), Kind: e.Role, Fn: f, Inferred: true, node: n, Reg: f.Pos, Entry: e})
			if !api {
				p.openParams(f, b2i(f.Recv))
				continue
			}
		}
		if f.Parent != "" {
			continue
		}
		for j := range f.Params {
			if f.Params[j].Ptr {
				p.addTok(f.base+int32(j), p.openNode(strings.TrimPrefix(f.Params[j].Type, "*")))
			}
		}
	}
}

// RootAPI is the kind of a root that is only the way into a library: a function
// that nothing in the program calls.
const RootAPI sdk.Role = "root.api"

// apiRoot takes a function that nothing calls for a way in: one that asks for
// the session itself, and in a library whatever its users may call.
func (p *Program) apiRoot(f *Fn) (sdk.Entry, bool) {
	if f.Synth || f.Test || f.Fn.Name == "init" || f.Fn.Name == "main" {
		return sdk.Entry{}, false
	}
	for i := range f.Code {
		if f.Code[i].Op != effects.Call {
			continue
		}
		for _, e := range p.Entries(f.Code[i].Callee) {
			if e.Role == sdk.OriginSession || e.Role == sdk.OriginSessionID {
				return sdk.Entry{Role: sdk.RootRPC}, true
			}
		}
	}
	if !p.library() || f.Parent != "" || p.setsUp(f) || strings.HasPrefix(f.Sym.Name, "New") {
		return sdk.Entry{}, false
	}
	if len(f.Params) > 0 && f.Params[min(len(f.Params)-1, b2i(f.Recv))].Type == "context.Context" {
		return sdk.Entry{Role: sdk.RootRPC}, true
	}
	return sdk.Entry{Role: RootAPI}, true
}

// setsUp reports whether a function puts a server together rather than serving:
// it registers handlers, makes a transport, or takes or gives a server.
func (p *Program) setsUp(f *Fn) bool {
	for _, vs := range [][]effects.Var{f.Params, f.Results} {
		for _, v := range vs {
			t := strings.TrimLeft(v.Type, "*")
			if v.Func || t == "net/http.Handler" || t == "net/http.ServeMux" {
				return true
			}
			if dot := strings.LastIndex(t, "."); dot > 0 && p.Tab.IsSDK(t[:dot]) && (strings.HasSuffix(t, "Server") || strings.HasSuffix(t, "Options") || strings.HasSuffix(t, "Hooks")) {
				return true
			}
		}
	}
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Call && in.Op != effects.Field {
			continue
		}
		for _, e := range p.Entries(in.Callee) {
			if strings.HasPrefix(string(e.Role), "root.") || e.Role == sdk.Transport || e.Role == sdk.ListAdd {
				return true
			}
		}
	}
	return false
}

// library reports whether the program has no main package: then its users are
// the callers.
func (p *Program) library() bool {
	any := false
	for _, pkg := range p.Pkgs {
		if pkg.Main {
			any = true
			if pkg.Name == "main" {
				return false
			}
		}
	}
	return any
}

// boundParent reports whether a literal is only data of a function that was
// copied per call: its copies stand for it.
func (p *Program) boundParent(f *Fn) bool {
	par := p.byID[f.Parent]
	return par != nil && hasClone(p, par)
}

func hasClone(p *Program, f *Fn) bool {
	if p.cloned == nil {
		p.cloned = map[*Fn]bool{}
		for _, g := range p.Fns {
			if g.Clone != nil {
				p.cloned[g.Clone] = true
			}
		}
	}
	return p.cloned[f]
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

var sigRoot = map[sdk.Role]sdk.Role{
	sdk.RequestTool: sdk.RootTool, sdk.RequestPrompt: sdk.RootPrompt, sdk.RequestResource: sdk.RootResource, sdk.RequestAny: sdk.RootRPC,
}

// exchange reports whether a framework makes a new value of a type for each
// request: the type embeds one of which the tables say so.
func (p *Program) exchange(typ string, depth int) bool {
	if typ == "" || depth > 3 {
		return false
	}
	if p.typeRole(typ, sdk.TypeExchange) {
		return true
	}
	td := p.types[typ]
	return td != nil && slices.ContainsFunc(td.Fields, func(f effects.FieldDef) bool {
		return f.Embedded && p.exchange(strings.TrimPrefix(f.Type, "*"), depth+1)
	})
}

// servesExchange reports whether a function is a method of such a type: the
// framework calls it, and no code at start-up does.
func (p *Program) servesExchange(f *Fn) bool {
	return f.Recv && len(f.Params) > 0 && f.Parent == "" && p.exchange(strings.TrimPrefix(f.Params[0].Type, "*"), 0)
}

// namesMethod reports whether a function, or one that it calls, names a method
// of MCP: of the methods that a framework calls for requests, those that serve MCP.
func (p *Program) namesMethod(f *Fn, depth int) bool {
	for i := range f.Code {
		for _, a := range f.Code[i].A {
			if a.K == effects.Const && a.I == 1 && (a.S == callMethod || a.S == "tools/list") {
				return true
			}
		}
	}
	return depth > 0 && slices.ContainsFunc(f.Out, func(e *Edge) bool { return e.Kind == Static && p.namesMethod(e.To, depth-1) })
}

// signature recognises request handlers by their parameters.
func (p *Program) signature(f *Fn) (sdk.Entry, bool) {
	w, r := false, false
	if p.servesExchange(f) && p.namesMethod(f, 2) {
		return sdk.Entry{Role: sdk.RootHTTP, Path: "net/http", Symbol: "Handler"}, true
	}
	for _, v := range f.Params[min(len(f.Params), b2i(f.Recv)):] {
		t := strings.TrimPrefix(v.Type, "*")
		switch t {
		case "net/http.ResponseWriter":
			w = true
		case "net/http.Request":
			r = true
		}
		dot := strings.LastIndex(t, ".")
		if dot < 0 {
			continue
		}
		for _, e := range p.Tab.Lookup(t[:dot], t[dot+1:], "") {
			if k, ok := sigRoot[e.Role]; ok && e.Get("targ") == "" {
				e.Role = k
				return e, true
			}
			if e.Role == sdk.TypeSession {
				return sdk.Entry{Role: sdk.RootRPC, Path: e.Path, Symbol: e.Symbol}, true
			}
		}
	}
	if r {
		_ = w
		return sdk.Entry{Role: sdk.RootHTTP, Path: "net/http", Symbol: "Handler"}, true
	}
	return sdk.Entry{}, false
}

// nameRoots resolves the names under which roots are registered.
func (p *Program) nameRoots() {
	together := p.together()
	for _, r := range p.Roots {
		if r.Hand {
			slices.Sort(r.Names)
			continue
		}
		set := map[string]bool{}
		for _, s := range p.definitionNames(r) {
			set[s] = true
		}
		if len(set) == 0 {
			for _, it := range r.items {
				for _, s := range p.itemNames(it, p.recvType(r.Fn)) {
					set[s] = true
				}
			}
		}
		for s := range set {
			if !r.IsTool() || toolName(s) {
				r.Names = append(r.Names, s)
			}
		}
		slices.Sort(r.Names)
		if r.IsTool() && len(r.Names) > 1 {
			foreign := func(s string) bool { return !slices.Contains(together[r.Fn], s) }
			if own := slices.DeleteFunc(slices.Clone(r.Names), foreign); len(own) > 0 {
				r.Names = own
			}
		}
	}
	slices.SortStableFunc(p.Roots, func(a, b *Root) int {
		return cmp.Or(cmp.Compare(a.Fn.Fn.ID, b.Fn.Fn.ID), cmp.Compare(strings.Join(a.Names, ","), strings.Join(b.Names, ",")), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Reg.String(), b.Reg.String()))
	})
}

// definitionNames lists the names of a tool's definitions as far as they are
// told by their types. Of several that a loop registers, those count that
// methods of the handler's own type make.
func (p *Program) definitionNames(r *Root) []string {
	if !r.IsTool() {
		return nil
	}
	recv := p.recvType(r.Fn)
	var out, own []string
	for _, d := range p.Defs(r) {
		out = append(out, d.Name)
		if recv != "" && d.Fn != nil && p.recvType(d.Fn) == recv {
			own = append(own, d.Name)
		}
	}
	if len(own) > 0 {
		return own
	}
	return out
}

// toolName reports whether a text can be the name of a tool: up to 128 letters,
// digits, underscores, hyphens and dots (MCP 2026-07-28, server/tools, "Tool
// Names"), and the slashes and colons of older servers, among them a letter.
// Descriptions that reach a definition on the same way are none.
func toolName(s string) bool {
	letter := false
	for _, r := range s {
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			letter = true
		case '0' <= r && r <= '9' || strings.ContainsRune("_-./:", r):
		default:
			return false
		}
	}
	return letter && len(s) <= 128
}

// itemNames finds the names of a definition. Of several that a loop registers,
// those count that methods of the handler's own type make.
func (p *Program) itemNames(it itemRef, recv string) []string {
	if it.cell >= 0 {
		return p.cellNames(it.cell, 0)
	}
	if it.fn == nil {
		return nil
	}
	if p.regType(it.fn, it.val) == "string" || it.val.K == effects.Const {
		return p.names(it.fn, it.val) // the argument is the name
	}
	var out, own []string
	if v := p.variable(it.fn, it.val); v >= 0 && p.pts[v] != nil {
		for _, n := range p.pts[v].AppendTo(nil) {
			names := p.cellNames(int32(n), 0)
			out = append(out, names...)
			if f := p.nodes[n].fn; recv != "" && f != nil && p.recvType(f) == recv {
				own = append(own, names...)
			}
		}
	}
	if len(own) > 0 {
		return own
	}
	return out
}

// nameFields are the fields that name a definition, the most telling first.
var nameFields = []string{".URI", ".URITemplate", ".Name", ".name"}

// cellNames finds the name in a definition of a tool, prompt or resource.
func (p *Program) cellNames(n int32, depth int) []string {
	if depth > 5 {
		return nil
	}
	nd := &p.nodes[n]
	var out []string
	if nd.kind == nExtern && nd.fn != nil && nd.instr >= 0 {
		in := &nd.fn.Code[nd.instr]
		for _, e := range p.Entries(in.Callee) {
			switch e.Role {
			case sdk.ToolNew, sdk.PromptNew, sdk.ResourceNew:
				if k, ok := e.Int("name"); ok && k < len(in.A) {
					out = append(out, p.names(nd.fn, in.A[k])...)
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	for _, st := range p.cellStores(n) {
		out = append(out, p.names(st.fn, st.val)...)
	}
	if len(out) > 0 {
		return out
	}
	seen := map[int32]bool{}
	for _, suffix := range nameFields {
		for _, m := range p.cellAliases(n) {
			for _, s := range p.nodes[m].order {
				if strings.HasSuffix(p.nodes[s].field, suffix) && !seen[s] {
					seen[s] = true
					for _, st := range p.cellStores(s) {
						out = append(out, p.names(st.fn, st.val)...)
					}
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	if c := p.nodes[n].cont; c >= 0 && p.pts[c] != nil {
		for _, m := range p.pts[c].AppendTo(nil) {
			out = append(out, p.cellNames(int32(m), depth+1)...)
		}
	}
	return out
}

// cellAliases lists a cell and the cells of the struct values that were stored
// over it.
func (p *Program) cellAliases(n int32) []int32 {
	out := []int32{n}
	add := func(m int32) {
		if !slices.Contains(out, m) && len(out) < 300 {
			out = append(out, m)
		}
	}
	for _, m := range p.structsIn(n) {
		add(m)
	}
	nd := &p.nodes[n]
	if nd.kind == nSub {
		for _, b := range p.cellAliases(nd.parent)[1:] {
			if s, ok := p.nodes[b].subs[nd.field]; ok {
				add(s)
				for _, m := range p.structsIn(s) {
					add(m)
				}
			}
		}
	}
	return out
}

func (p *Program) structsIn(n int32) []int32 {
	v := p.nodes[n].sval
	if v < 0 || p.pts[v] == nil {
		return nil
	}
	var out []int32
	for _, m := range p.pts[v].AppendTo(nil) {
		out = append(out, int32(m))
	}
	return out
}

// cellStores lists what was stored in a cell, directly or by copying structs.
func (p *Program) cellStores(n int32) []storeRef {
	var out []storeRef
	for _, m := range p.cellAliases(n) {
		out = append(out, p.nodes[m].stores...)
	}
	return out
}
