package link

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Def is the definition of a tool as its server declares it.
type Def struct {
	Name  string
	Desc  string
	Pos   effects.Pos // where it is made
	Fn    *Fn         // the function that makes it
	Hints map[string]Hint
	// Fills says that the SDK's constructor sets every hint that the program
	// leaves out.
	Fills bool
	// Annotates says that the definition's type has room for annotations.
	Annotates bool
	Args      []string // names of arguments declared with the SDK's options
	Text      []Item   // where the description comes from
	node      int32
}

// Hint is one annotation of a tool.
type Hint struct {
	Val string // "true", "false", or "" when it is not constant
	Pos effects.Pos
}

// Defs lists the definitions under which a root is registered.
func (p *Program) Defs(r *Root) []Def { return p.defs(r, p.defAt) }

// Defs does the same and remembers what it has read.
func (p *Pairs) Defs(r *Root) []Def {
	return p.defs(r, p.defAtCached)
}

func (p *Pairs) defAtCached(n int32) []Def {
	if d, ok := p.defAtNode[n]; ok {
		return d
	}
	d := p.defAt(n)
	p.defAtNode[n] = d
	return d
}

func (p *Program) defs(r *Root, defAt func(int32) []Def) []Def {
	var out []Def
	type key struct {
		name string
		pos  effects.Pos
		fn   *Fn
	}
	have := map[key]bool{}
	add := func(d Def) {
		if k := (key{d.Name, d.Pos, d.Fn}); !have[k] {
			have[k] = true
			out = append(out, d)
		}
	}
	for _, it := range r.items {
		if it.cell < 0 && it.fn == nil {
			continue
		}
		if it.cell < 0 && p.isString(it.fn, it.val) {
			for _, s := range p.names(it.fn, it.val) {
				d := Def{Name: s, Pos: r.Reg, Fn: r.RegFn}
				if r.RegFn != nil {
					d.Desc = p.descArg(r)
				}
				add(d)
			}
			continue
		}
		seen := map[int32]bool{}
		var walk func(n int32, depth int)
		walk = func(n int32, depth int) {
			if seen[n] || depth > 6 {
				return
			}
			seen[n] = true
			if ds := p.defsAt(n, defAt); len(ds) > 0 {
				for _, d := range ds {
					if !d.Pos.IsValid() {
						d.Pos = r.Reg
					}
					add(d)
				}
				return
			}
			p.held(n, func(m int32) { walk(m, depth+1) })
		}
		if it.cell >= 0 {
			walk(it.cell, 0)
			continue
		}
		for _, k := range p.keysFor(r, it) {
			for _, n := range p.points(k.fn, k.val) {
				walk(n, 0)
			}
		}
	}
	if len(out) == 0 {
		for _, s := range r.Names {
			add(Def{Name: s, Pos: r.Reg, Fn: r.RegFn})
		}
	}
	return out
}

func (p *Program) isString(f *Fn, v effects.Val) bool {
	return v.K == effects.Const || p.regType(f, v) == "string"
}

// descArg is the description beside a name given as plain text.
func (p *Program) descArg(r *Root) string {
	best := ""
	for _, a := range r.RegFn.Code[r.RegInstr].A {
		if !p.isString(r.RegFn, a) {
			continue
		}
		for _, s := range p.Strings(r.RegFn, a) {
			if len(s) > len(best) && strings.Contains(s, " ") {
				best = s
			}
		}
	}
	return best
}

// defsAt reads the definitions that one object is: itself, and those copied
// into it.
func (p *Program) defsAt(n int32, defAt func(int32) []Def) []Def {
	var out []Def
	for _, m := range p.cellAliases(n) {
		out = append(out, defAt(m)...)
	}
	return out
}

func (p *Program) defAt(n int32) []Def {
	nd := &p.nodes[n]
	if nd.kind == nExtern && nd.fn != nil && nd.instr >= 0 && nd.instr < len(nd.fn.Code) {
		in := &nd.fn.Code[nd.instr]
		for _, e := range p.Entries(in.Callee) {
			if e.Role == sdk.ToolNew {
				out := p.newDefs(nd.fn, in, e)
				for i := range out {
					out[i].node = n
				}
				return out
			}
		}
	}
	if !p.typeRole(nd.typ, sdk.ToolType) && !strings.HasSuffix(nd.typ, "Tool") && !strings.HasSuffix(nd.typ, "Definition") {
		return nil
	}
	var names []string
	d := Def{Hints: map[string]Hint{}, Fn: nd.fn, node: n}
	if dot := strings.LastIndexByte(nd.typ, '.'); dot > 0 {
		e, _ := p.Tab.Role(nd.typ[:dot], nd.typ[dot+1:], "", sdk.ToolType)
		d.Annotates = e.Get("hints") != ""
	}
	if nd.fn != nil && nd.instr >= 0 && nd.instr < len(nd.fn.Code) {
		d.Pos = nd.fn.Code[nd.instr].Pos
	}
	for field, s := range nd.subs {
		switch field[strings.LastIndexByte(field, '.')+1:] {
		case "Name", "name":
			for _, st := range p.nodes[s].stores {
				names = append(names, p.names(st.fn, st.val)...)
				if !d.Pos.IsValid() {
					d.Pos = st.fn.Code[st.instr].Pos
				}
			}
		case "Description", "description":
			for _, st := range p.nodes[s].stores {
				d.Desc = longest(d.Desc, p.Strings(st.fn, st.val))
				d.Text = append(d.Text, Item{st.fn, st.val})
			}
		case "Annotations":
			p.held(s, func(m int32) { p.annotations(m, d.Hints) })
			if len(p.nodes[s].subs) > 0 {
				p.annotations(s, d.Hints)
			}
		}
	}
	if len(names) > 0 && len(d.Hints) == 0 && p.configured(n, &d) {
		d.Annotates = false
	}
	slices.Sort(names)
	var out []Def
	for _, name := range slices.Compact(names) {
		c := d
		c.Name = name
		out = append(out, c)
	}
	return out
}

// configured applies the options that a program calls itself on a definition,
// and reports whether there are any.
func (p *Program) configured(n int32, d *Def) bool {
	f := p.nodes[n].fn
	if f == nil {
		return false
	}
	found := false
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Call || !in.Has(effects.Dynamic) {
			continue
		}
		for _, a := range in.A[1:] {
			if !slices.ContainsFunc(p.points(f, a), func(m int32) bool { return m == n || slices.Contains(p.cellAliases(m), n) }) {
				continue
			}
			found = true
			for _, o := range p.Objects(f, in.A[0]) {
				if o.In == nil || o.In.Op != effects.Call {
					continue
				}
				one := Def{Hints: map[string]Hint{}}
				p.option(&one, o.Fn, o.In)
				for name, h := range one.Hints {
					if old, ok := d.Hints[name]; ok && old.Val != h.Val {
						h.Val = "" // several tools go through here
					}
					d.Hints[name] = h
				}
			}
		}
	}
	return found
}

func longest(have string, more []string) string {
	for _, s := range more {
		if len(s) > len(have) {
			have = s
		}
	}
	return have
}

// fieldsOf lists the fields of an object and of the structs copied into it.
func (p *Program) fieldsOf(n int32) map[string]int32 {
	out := map[string]int32{}
	for _, m := range p.cellAliases(n) {
		for f, s := range p.nodes[m].subs {
			if _, ok := out[f]; !ok || len(p.cellStores(s)) > 0 {
				out[f] = s
			}
		}
	}
	return out
}

var hintFields = map[string]string{"ReadOnlyHint": "readonly", "DestructiveHint": "destructive", "IdempotentHint": "idempotent", "OpenWorldHint": "openworld"}

// annotations reads the hints of an annotations object.
func (p *Program) annotations(n int32, hints map[string]Hint) {
	if _, ok := hints["all"]; !ok {
		hints["all"] = Hint{}
	}
	for field, s := range p.fieldsOf(n) {
		name, ok := hintFields[field[strings.LastIndexByte(field, '.')+1:]]
		if !ok {
			continue
		}
		for _, st := range p.cellStores(s) {
			h := Hint{Val: p.boolOf(st.fn, st.val, 0), Pos: st.fn.Code[st.instr].Pos}
			if old, ok := hints[name]; ok && old.Val != h.Val {
				h.Val = ""
			}
			hints[name] = h
		}
	}
}

// boolOf is the constant that a bool, or the bool behind a pointer, is.
func (p *Program) boolOf(f *Fn, v effects.Val, depth int) string {
	if v.K == effects.Const && v.I == 2 {
		return v.S
	}
	if depth > 6 {
		return ""
	}
	join := func(vals []string) string {
		slices.Sort(vals)
		if vals = slices.Compact(vals); len(vals) == 1 {
			return vals[0]
		}
		return ""
	}
	if i, free, ok := f.Param(v); ok {
		if free {
			return ""
		}
		var vals []string
		for _, e := range f.In {
			if i < len(e.args) {
				vals = append(vals, p.boolOf(e.From, e.args[i], depth+1))
			}
		}
		return join(vals)
	}
	d := f.Def(v)
	if d == nil {
		return ""
	}
	switch d.Op {
	case effects.Convert, effects.Load:
		if d.Op == effects.Load && d.A[0].K != effects.Reg || d.Op == effects.Load && d.Type != "bool" {
			var vals []string
			for _, s := range p.StoresAt(f, d.A[0]) {
				vals = append(vals, p.boolOf(s.Fn, s.Val, depth+1))
			}
			return join(vals)
		}
		return p.boolOf(f, d.A[0], depth+1)
	case effects.Alloc:
		var vals []string
		for _, s := range p.StoresAt(f, v) {
			vals = append(vals, p.boolOf(s.Fn, s.Val, depth+1))
		}
		return join(vals)
	case effects.Call:
		var vals []string
		body := false
		for _, e := range f.Out {
			if e.Instr != int(f.def[v.I]) || e.Kind == Callback {
				continue
			}
			body = true
			// A helper that makes a pointer: its result depends on the argument
			// of this call, not on those of its other callers.
			for _, a := range e.args {
				if b := p.boolOf(f, a, depth+1); b != "" {
					vals = append(vals, b)
				}
			}
			if len(e.args) == 0 {
				for i := range e.To.Code {
					if r := &e.To.Code[i]; r.Op == effects.Return && len(r.A) > 0 {
						vals = append(vals, p.boolOf(e.To, r.A[0], depth+1))
					}
				}
			}
		}
		if !body && len(d.A) == 1 {
			return p.boolOf(f, d.A[0], depth+1)
		}
		return join(vals)
	}
	return ""
}

// newDefs reads a definition made by a constructor with options.
func (p *Program) newDefs(f *Fn, in *effects.Instr, e sdk.Entry) []Def {
	off := 0
	if in.Has(effects.Invoke) || strings.Contains(in.Callee.Name, ".") {
		off = 1
	}
	arg := func(name string) (effects.Val, bool) {
		k, ok := e.Int(name)
		if !ok || k < 0 || k+off >= len(in.A) {
			return effects.Val{}, false
		}
		return in.A[k+off], true
	}
	d := Def{Pos: in.Pos, Fn: f, Hints: map[string]Hint{}, Fills: true}
	if a, ok := arg("desc"); ok {
		d.Desc = longest("", p.Strings(f, a))
		d.Text = append(d.Text, Item{f, a})
	}
	if a, ok := arg("options"); ok {
		for _, o := range p.Elements(f, a) {
			if o.In == nil || o.In.Op != effects.Call {
				continue
			}
			p.option(&d, o.Fn, o.In)
		}
	}
	var out []Def
	if a, ok := arg("name"); ok {
		for _, s := range p.names(f, a) {
			c := d
			c.Name = s
			out = append(out, c)
		}
	}
	return out
}

// option applies one option of a tool's constructor.
func (p *Program) option(d *Def, f *Fn, in *effects.Instr) {
	for _, e := range p.Entries(in.Callee) {
		val := 0
		if k, ok := e.Int("value"); ok {
			val = k
		}
		switch e.Role {
		case sdk.ToolDesc:
			if val < len(in.A) {
				d.Desc = longest(d.Desc, p.Strings(f, in.A[val]))
				d.Text = append(d.Text, Item{f, in.A[val]})
			}
		case sdk.ToolParam:
			if k, ok := e.Int("name"); ok && k < len(in.A) {
				d.Args = append(d.Args, p.Strings(f, in.A[k])...)
			}
		case sdk.ToolHint:
			if val >= len(in.A) {
				continue
			}
			if h := e.Get("hint"); h != "all" {
				d.Hints[h] = Hint{Val: p.boolOf(f, in.A[val], 0), Pos: in.Pos}
				continue
			}
			for _, n := range p.points(f, in.A[val]) {
				p.annotations(n, d.Hints)
			}
		}
	}
}

// DefOf reads the definition that a constructor's call makes.
func (p *Program) DefOf(f *Fn, instr int) (Def, bool) {
	in := &f.Code[instr]
	for _, e := range p.Entries(in.Callee) {
		if e.Role == sdk.ToolNew {
			ds := p.newDefs(f, in, e)
			if len(ds) > 0 {
				return ds[0], true
			}
		}
	}
	return Def{}, false
}
