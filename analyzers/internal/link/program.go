// Package link joins the summaries of packages into one view: who calls whom,
// which memory each function reaches, which functions serve requests, and
// where every key and value comes from. It works on whatever summaries it is
// given: those of a whole module, or those that one package can see.
package link

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/container/intsets"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Limits that keep linking linear on unusual code. They bound precision, never
// soundness of what is reported.
const (
	maxCloneCode  = 400  // instructions of a function that is cloned per call site
	maxCloneDepth = 4    // nesting of clones
	maxClones     = 6000 // clones in one program
	maxSubDepth   = 8    // nesting of fields followed in one object
	maxOpenDepth  = 3    // nesting of objects invented for unknown values
	maxCHA        = 6    // implementations tried for an interface value of unknown origin
)

// Fn is a function of the program: a summary, or a copy of one made for a
// single call site.
type Fn struct {
	*effects.Fn
	Num     int
	Pkg     *effects.Package
	Clone   *Fn   // the function that this is a copy of, or nil
	Site    *Edge // of a clone: the call that it was made for
	base    int32 // first variable
	ret     int32 // first result variable
	tuple   map[int32]int32
	def     []int32        // register -> index of the defining instruction, or -1
	rename  map[string]*Fn // of a clone: closures inside it
	callee  map[int]*Fn    // of a clone, or of a caller of clones: instruction -> copy
	In, Out []*Edge        // call edges
	depth   int
}

// Main reports whether findings may be placed in the function.
func (f *Fn) Main() bool { return f.Pkg.Main && !f.Gen }

// Orig is the function as written.
func (f *Fn) Orig() *Fn {
	for f.Clone != nil {
		f = f.Clone
	}
	return f
}

// Def is the instruction that defines a register, or nil for parameters and
// captured variables.
func (f *Fn) Def(v effects.Val) *effects.Instr {
	if v.K != effects.Reg || int(v.I) >= len(f.def) || f.def[v.I] < 0 {
		return nil
	}
	return &f.Code[f.def[v.I]]
}

// Param reports which parameter (receiver first) or captured variable a value
// is.
func (f *Fn) Param(v effects.Val) (i int, free, ok bool) {
	if v.K != effects.Reg {
		return 0, false, false
	}
	if int(v.I) < len(f.Params) {
		return int(v.I), false, true
	}
	if n := int(v.I) - len(f.Params); n < len(f.Free) {
		return n, true, true
	}
	return 0, false, false
}

// EdgeKind says how a call was resolved.
type EdgeKind uint8

// The kinds of call edge, surest first.
const (
	Static   EdgeKind = iota // named callee
	Dynamic                  // function value that flows here
	Iface                    // method of a value that flows here
	Callback                 // handed to code outside the module, which may call it
	Guess                    // method found by its name alone
)

// Edge is one call.
type Edge struct {
	From  *Fn
	Instr int
	To    *Fn
	Kind  EdgeKind
	Go    bool
	Tool  bool  // a dispatcher written by hand chooses a tool here
	bind  int32 // node of the closure called, or -1
	recv  bool  // argument 0 of the instruction is the callee's receiver
	args  []effects.Val
}

// Pos is where the call is.
func (e *Edge) Pos() effects.Pos { return e.From.Code[e.Instr].Pos }

// nodeKind is the kind of an abstract memory cell.
type nodeKind uint8

const (
	nAlloc  nodeKind = iota // allocation site
	nGlobal                 // package variable
	nSub                    // field or element of another cell
	nFunc                   // function value, with its bindings
	nBox                    // value boxed in an interface, whose type has methods but is no pointer or struct
	nExtern                 // result of code outside the module
	nOpen                   // a value that callers outside the program supply
)

type node struct {
	kind   nodeKind
	parent int32 // of nSub
	depth  uint8
	open   bool
	elem   bool   // element of a container
	field  string // of nSub: "path.Type.field", "[k]" or "[*]"
	typ    string // type of what the cell holds
	fn     *Fn    // where it was made; of nFunc the function
	instr  int
	cont   int32 // variable that stands for the contents
	sval   int32 // variable that stands for the struct values stored in it
	subs   map[string]int32
	order  []int32 // subs in order of making
	watch  []int32 // variables that want every element's address
	binds  []effects.Val
	name   string
	stores []storeRef
}

type storeRef struct {
	fn    *Fn
	instr int
	val   effects.Val
}

// Program is the linked program.
type Program struct {
	Tab   *sdk.Tables
	Pkgs  []*effects.Package
	Fns   []*Fn
	byID  map[string]*Fn
	types map[string]*effects.TypeDef
	vars  map[string]*effects.GlobalVar
	impls map[string][]string // method name -> types of the module that have it

	nodes    []node
	globals  map[string]int32
	opens    map[string]int32
	allocs   map[allocKey]int32
	pts      []*intsets.Sparse
	succ     [][]int32
	cons     [][]constraint
	work     []int32
	flows    map[uint64]struct{}
	inWork   []bool
	deltas   []*intsets.Sparse
	edges    map[edgeKey]*Edge
	ext      map[*Fn]map[int][]effects.Sym // calls that leave the program, by receiver type
	Roots    []*Root
	roots    map[rootKey]*Root
	rootCons []*rootCon
	cloned   map[*Fn]bool
	clones   int
	live     *intsets.Sparse           // nodes that outlive a request
	served   map[int32]*intsets.Sparse // objects older than the requests of these roots, see findServed
	reach    *reachability
	origins  map[originKey][]Origin
	tracing  int // tracers at work

	states      []*State
	own         map[string]bool // packages that are audited
	copies      map[*Fn][]*Fn
	pkgBy       map[string]*effects.Package
	makers      map[int32]*Fn
	holders     map[int32][]int32
	closures    map[*Fn][]int32
	rootsBy     map[*Fn][]*Root
	rootByReach []*Root
	ctxVals     map[string][]ctxStore
	fillers     map[int32][]Origin
	handNames   map[*Fn][]handTool
}

type allocKey struct {
	fn    *Fn
	instr int
}

type edgeKey struct {
	from  *Fn
	instr int
	to    *Fn
}

// New builds a program from summaries. The summaries are not changed.
func New(tab *sdk.Tables, pkgs []*effects.Package) *Program {
	p := &Program{
		Tab: tab, byID: map[string]*Fn{}, types: map[string]*effects.TypeDef{}, vars: map[string]*effects.GlobalVar{}, impls: map[string][]string{},
		globals: map[string]int32{}, flows: map[uint64]struct{}{}, opens: map[string]int32{}, allocs: map[allocKey]int32{}, edges: map[edgeKey]*Edge{},
		ext: map[*Fn]map[int][]effects.Sym{}, makers: map[int32]*Fn{}, roots: map[rootKey]*Root{}, origins: map[originKey][]Origin{},
	}
	p.Pkgs = slices.Clone(pkgs)
	slices.SortFunc(p.Pkgs, func(a, b *effects.Package) int { return cmp.Compare(a.Path, b.Path) })
	p.own = map[string]bool{}
	for _, pkg := range p.Pkgs {
		p.own[pkg.Path] = pkg.Main
		for i := range pkg.Types {
			td := &pkg.Types[i]
			p.types[td.ID] = td
			if td.Under != "interface" {
				for m := range td.Methods {
					p.impls[m] = append(p.impls[m], td.ID)
				}
			}
		}
		for i := range pkg.Globals {
			p.vars[pkg.Globals[i].ID] = &pkg.Globals[i]
		}
		for _, f := range pkg.Funcs {
			if p.byID[f.ID] == nil { // instances of generics can stand in several packages
				p.addFn(f, pkg)
			}
		}
	}
	for m := range p.impls {
		slices.Sort(p.impls[m])
	}
	p.cloneWrappers()
	p.solve()
	p.handRoots()
	p.reachAll()
	p.rootByReach = slices.Clone(p.Roots)
	p.findLive()
	p.nameRoots()
	return p
}

func (p *Program) addFn(f *effects.Fn, pkg *effects.Package) *Fn {
	fn := &Fn{Fn: f, Pkg: pkg, Num: len(p.Fns), def: make([]int32, f.NReg)}
	for i := range fn.def {
		fn.def[i] = -1
	}
	for i := range f.Code {
		if d := f.Code[i].Dst; d >= 0 {
			fn.def[d] = int32(i)
		}
	}
	p.Fns = append(p.Fns, fn)
	p.byID[f.ID] = fn
	return fn
}

// Type returns the definition of a named type of the program.
func (p *Program) Type(key string) *effects.TypeDef { return p.types[strings.TrimLeft(key, "*")] }

// Global returns the definition of a package variable of the program.
func (p *Program) Global(id string) *effects.GlobalVar { return p.vars[id] }

// isFuncType reports whether a type key names a function type.
func (p *Program) isFuncType(key string) bool {
	if key == "func" {
		return true
	}
	td := p.types[key]
	return td != nil && td.Under == "func"
}

// FnByID returns the function with a summary id.
func (p *Program) FnByID(id string) *Fn { return p.byID[id] }

// Entries looks up what the tables say of a symbol.
func (p *Program) Entries(s effects.Sym) []sdk.Entry {
	if s.IsZero() || s.Path == "" {
		return nil
	}
	if p.own[s.Path] {
		return nil // a framework that is itself audited
	}
	if e := p.Tab.Lookup(s.Path, s.Name, s.Ver); len(e) > 0 {
		return e
	}
	return p.guess(s)
}

// Role looks up one role of a symbol.
func (p *Program) Role(s effects.Sym, r sdk.Role) (sdk.Entry, bool) {
	if s.IsZero() || s.Path == "" {
		return sdk.Entry{}, false
	}
	return p.Tab.Role(s.Path, s.Name, s.Ver, r)
}

// cloneWrappers copies small functions that take or return functions, once per
// call: otherwise every handler that goes through one registration helper
// would be mixed up with all the others.
func (p *Program) cloneWrappers() {
	type call struct {
		fn    *Fn
		instr int
	}
	sites := map[*Fn][]call{}
	kids := map[string][]*Fn{} // function literals by parent
	for _, f := range p.Fns {
		if f.Parent != "" {
			kids[f.Parent] = append(kids[f.Parent], f)
		}
	}
	wrapper := map[*Fn]bool{}
	for _, f := range p.Fns {
		wrapper[f] = f.Parent == "" && !f.Synth && p.isWrapper(f, kids)
	}
	collect := func(f *Fn) {
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op == effects.Call && in.S != "" && !in.Has(effects.Invoke) && !in.Has(effects.Dynamic) {
				if to := p.byID[in.S]; to != nil && wrapper[to] {
					sites[to] = append(sites[to], call{f, i})
				}
			}
		}
	}
	n := len(p.Fns)
	for i := 0; i < n; i++ {
		collect(p.Fns[i])
	}
	var order []*Fn
	for to := range sites {
		order = append(order, to)
	}
	slices.SortFunc(order, func(a, b *Fn) int { return a.Num - b.Num })
	// Breadth first: a clone's own calls of wrappers are cloned in turn.
	type job struct {
		c  call
		to *Fn
	}
	var jobs []job
	for _, to := range order {
		if len(sites[to]) < 2 {
			continue
		}
		for _, c := range sites[to] {
			jobs = append(jobs, job{c, to})
		}
	}
	multi := map[*Fn]bool{}
	for _, to := range order {
		multi[to] = len(sites[to]) > 1
	}
	for len(jobs) > 0 && p.clones < maxClones {
		j := jobs[0]
		jobs = jobs[1:]
		if j.c.fn.depth >= maxCloneDepth || within(j.c.fn, j.to) {
			continue
		}
		c := p.clone(j.to, j.c.fn, kids)
		if j.c.fn.callee == nil {
			j.c.fn.callee = map[int]*Fn{}
		}
		j.c.fn.callee[j.c.instr] = c
		again := func(f *Fn) {
			for i := range f.Code {
				in := &f.Code[i]
				if in.Op == effects.Call && in.S != "" && !in.Has(effects.Invoke) && !in.Has(effects.Dynamic) {
					// Inside a copy every wrapper is copied again, or its callers
					// would meet in it.
					if to := p.byID[in.S]; to != nil && wrapper[to] {
						jobs = append(jobs, job{call{f, i}, to})
					}
				}
			}
		}
		again(c)
		for _, k := range sortedClones(c.rename) {
			again(k)
		}
	}
}

func sortedClones(m map[string]*Fn) []*Fn {
	var out []*Fn
	for _, f := range m {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *Fn) int { return a.Num - b.Num })
	return out
}

// within reports whether f is a copy of to or of something inside it: recursion.
func within(f, to *Fn) bool {
	for g := f; g != nil; {
		if g.Orig() == to {
			return true
		}
		if g.Site != nil {
			g = g.Site.From
		} else {
			g = nil
		}
	}
	return false
}

func (p *Program) isWrapper(f *Fn, kids map[string][]*Fn) bool {
	size := len(f.Code)
	for _, k := range kids[f.Fn.ID] {
		size += len(k.Code)
	}
	if size > maxCloneCode {
		return false
	}
	for _, v := range f.Params {
		if v.Func {
			return true
		}
	}
	for _, v := range f.Results {
		if v.Func {
			return true
		}
		t := strings.TrimPrefix(v.Type, "*")
		if _, ok := p.roleOfType(t, sdk.RootTool); ok {
			return true
		}
		if len(f.Params) > 0 && p.typeRole(t, sdk.ToolType) {
			return true // what a definition is made of is given by the caller
		}
		if td := p.types[t]; td != nil && td.Under == "struct" && size <= 80 && len(f.Params) < 4 && strings.HasPrefix(f.Fn.Name, "New") {
			return true // a constructor: each call makes its own object
		}
	}
	// A helper that makes the tool and registers a method or interface value.
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Call {
			continue
		}
		for _, e := range p.Entries(in.Callee) {
			if strings.HasPrefix(string(e.Role), "root.") && e.Role != sdk.RootHTTP {
				return len(f.Params) > 1
			}
		}
	}
	return false
}

// roleOfType reports whether a struct type has a field that holds a handler.
func (p *Program) roleOfType(key string, r sdk.Role) (sdk.Entry, bool) {
	i := strings.LastIndex(key, ".")
	if i < 0 {
		return sdk.Entry{}, false
	}
	return p.Tab.Role(key[:i], key[i+1:]+".Handler", "", r)
}

func (p *Program) clone(to, from *Fn, kids map[string][]*Fn) *Fn {
	p.clones++
	mk := func(f *Fn) *Fn {
		c := &Fn{Fn: f.Fn, Pkg: f.Pkg, Num: len(p.Fns), def: f.def, Clone: f, depth: from.depth + 1}
		p.Fns = append(p.Fns, c)
		return c
	}
	c := mk(to)
	c.Site = &Edge{From: from}
	c.rename = map[string]*Fn{}
	var deep func(f *Fn)
	deep = func(f *Fn) {
		for _, k := range kids[f.Fn.ID] {
			if k.Clone != nil {
				continue
			}
			kc := mk(k)
			kc.Site = c.Site
			kc.rename = c.rename
			c.rename[k.Fn.ID] = kc
			deep(k)
		}
	}
	deep(to)
	return c
}

// resolve finds the function that an id means inside f.
func (p *Program) resolve(f *Fn, id string) *Fn {
	if c := f.rename[id]; c != nil {
		return c
	}
	return p.byID[id]
}

// Stats describes the size of the program in one line.
func (p *Program) Stats() string {
	return fmt.Sprintf("%d functions (%d clones), %d cells, %d variables, %d edges, %d roots", len(p.Fns), p.clones, len(p.nodes), len(p.pts), len(p.edges), len(p.Roots))
}

// Copies lists a function and its copies.
func (p *Program) Copies(f *Fn) []*Fn {
	if p.copies == nil {
		p.copies = map[*Fn][]*Fn{}
		for _, g := range p.Fns {
			p.copies[g.Orig()] = append(p.copies[g.Orig()], g)
		}
	}
	return p.copies[f.Orig()]
}

// ExtCallees lists the methods outside the program that an interface call may
// reach, by the receivers that flow there.
func (p *Program) ExtCallees(f *Fn, instr int) []effects.Sym { return p.ext[f][instr] }

// Args are the operands that become the callee's parameters.
func (e *Edge) Args() []effects.Val { return e.args }

// guess recognises methods of containers that no table lists, by the words
// that such libraries share.
func (p *Program) guess(s effects.Sym) []sdk.Entry {
	dot := strings.LastIndexByte(s.Name, '.')
	if dot < 0 || p.types[s.Path+"."+s.Name[:dot]] != nil || !containerWord(s.Name[:dot]) || p.foreignStore(s.Path) {
		return nil
	}
	e := sdk.Entry{Path: s.Path, Symbol: s.Name, Attrs: map[string]string{"key": "0"}}
	switch s.Name[dot+1:] {
	case "Get", "Load", "Lookup", "Peek", "Has", "Contains":
		e.Role = sdk.ContainerGet
	case "Set", "Put", "Store", "Add", "Insert", "SetWithTTL":
		e.Role = sdk.ContainerSet
		e.Attrs["value"] = "1"
	case "GetOrSet", "LoadOrStore", "GetOrCreate", "GetOrCompute":
		e.Role = sdk.ContainerGetSet
		e.Attrs["value"] = "1"
	case "Delete", "Remove", "Del", "Evict":
		e.Role = sdk.ContainerDelete
	case "Range", "Each", "Items", "Values", "Keys", "ForEach":
		e.Role = sdk.ContainerRange
	default:
		return nil
	}
	return []sdk.Entry{e}
}

// containerWord reports whether a type's name says that it maps keys to values.
func containerWord(name string) bool {
	l := strings.ToLower(name)
	return strings.HasSuffix(l, "map") || strings.HasSuffix(l, "cache") || strings.HasSuffix(l, "lru")
}

// foreignStore reports whether a package reaches a store outside the process.
func (p *Program) foreignStore(path string) bool {
	for _, w := range []string{"redis", "memcache", "sql", "etcd", "consul", "k8s.io", "cloud"} {
		if strings.Contains(path, w) {
			return true
		}
	}
	return false
}
