package link

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Tools of servers without an SDK: what a dispatcher calls for tools/call, told
// apart by the tool's name. The name is compared with a constant, or is the key
// under which a table has the function, or stands beside it in a definition, or
// is what a method of the tool's own type returns.

// callMethod is the JSON-RPC method that runs a tool (MCP 2026-07-28,
// server/tools).
const callMethod = "tools/call"

// handDepth is how many calls lie at most between the place that recognises
// tools/call and the one that knows the tool.
const handDepth = 5

// handTool is one function that serves a tool.
type handTool struct {
	to    *Fn
	reg   *Fn
	instr int
	name  string
	edge  *Edge // by which a dispatcher calls it
}

// handRoots adds the tools of dispatchers written by hand to the roots.
func (p *Program) handRoots() {
	var found []handTool
	for _, g := range p.toolDispatchers() {
		found = append(found, p.comparedTools(g)...)
		for _, e := range g.Out {
			if e.To.Main() && !e.To.Test && (e.Kind == Dynamic || e.Kind == Iface) {
				found = append(found, p.namedBeside(e)...)
			}
		}
	}
	serves := map[*Fn]bool{}
	for _, r := range p.Roots {
		serves[r.Fn] = true
	}
	slices.SortStableFunc(found, func(a, b handTool) int {
		return cmp.Or(cmp.Compare(a.to.ID, b.to.ID), cmp.Compare(a.name, b.name))
	})
	var last *Root
	for _, t := range found {
		t.edge.Tool = true
		switch {
		case serves[t.to]: // an SDK calls it, too
		case last != nil && last.Fn == t.to:
			if !slices.Contains(last.Names, t.name) {
				last.Names = append(last.Names, t.name)
			}
		default:
			last = &Root{Kind: sdk.RootTool, Fn: t.to, Names: []string{t.name}, Hand: true, Reg: t.reg.Code[t.instr].Pos, RegFn: t.reg, RegInstr: t.instr, node: -1, Entry: sdk.Entry{Role: sdk.RootTool}}
			p.Roots = append(p.Roots, last)
		}
	}
}

// toolCallType matches the types that servers decode a call of a tool into.
var toolCallType = regexp.MustCompile(`(?i)\.(tools?call|call_?tools?)(req|request|params|message|msg)?$`)

// toolDispatchers lists the functions that run for tools/call, up to a few
// calls from the place that recognises it.
func (p *Program) toolDispatchers() []*Fn {
	depth := map[*Fn]int{}
	var work []*Fn
	push := func(f *Fn, d int) {
		if _, ok := depth[f]; !ok && d <= handDepth && f.Main() && !f.Test && len(f.Pkg.SDKs) == 0 {
			depth[f] = d
			work = append(work, f)
		}
	}
	for _, f := range p.Fns {
		if !f.Main() || f.Test || len(f.Pkg.SDKs) > 0 {
			continue
		}
		if slices.ContainsFunc(f.Params, func(v effects.Var) bool { return toolCallType.MatchString(v.Type) }) {
			push(f, 0)
		}
		for _, e := range f.Out {
			if slices.ContainsFunc(f.Blocks[f.Code[e.Instr].Blk].Guards, func(g effects.Guard) bool { _, s := equals(f, g); return s == callMethod }) {
				push(f, 0) // the names may be told apart there and then
				push(e.To, 0)
			}
		}
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.MapSet && in.Op != effects.Call || !slices.ContainsFunc(in.A, func(a effects.Val) bool { return a.K == effects.Const && a.S == callMethod }) {
				continue
			}
			for _, a := range in.A {
				for _, h := range p.Functions(f, a) {
					push(h, 0)
				}
			}
		}
	}
	for i := 0; i < len(work); i++ {
		for _, e := range work[i].Out {
			if e.Kind != Callback {
				push(e.To, depth[work[i]]+1)
			}
		}
	}
	return work
}

// equals tells what a condition says is equal to which text, if that is what it
// says.
func equals(f *Fn, g effects.Guard) (effects.Val, string) {
	d := f.Def(g.Cond)
	if d == nil || d.Op != effects.Bin || len(d.A) != 2 || !(d.S == "==" && !g.Neg || d.S == "!=" && g.Neg) {
		return effects.Val{}, ""
	}
	for k, a := range d.A {
		if a.K == effects.Const && a.I == 1 {
			return d.A[1-k], a.S
		}
	}
	return effects.Val{}, ""
}

// comparedTools lists what a function calls for single names of tools. What it
// calls for several of them only helps.
func (p *Program) comparedTools(f *Fn) []handTool {
	var out []handTool
	for _, e := range f.Out {
		if e.Kind == Callback || e.Kind == Guess || !e.To.Main() || e.To.Test || e.To.Synth {
			continue
		}
		guards := f.Blocks[f.Code[e.Instr].Blk].Guards
		for _, g := range slices.Backward(guards) {
			if v, s := equals(f, g); toolName(s) && isName(f, v) {
				out = append(out, handTool{e.To, f, e.Instr, s, e})
				break
			}
		}
	}
	names := map[*Fn]map[string]bool{}
	for _, t := range out {
		if names[t.to] == nil {
			names[t.to] = map[string]bool{}
		}
		names[t.to][t.name] = true
	}
	return slices.DeleteFunc(out, func(t handTool) bool { return len(names[t.to]) > 1 })
}

// isName reports whether a value is called the name of a tool: a field, a
// parameter, or an entry of the decoded parameters.
func isName(f *Fn, v effects.Val) bool {
	word := func(s string) bool {
		switch strings.ToLower(s[strings.LastIndexByte(s, '.')+1:]) {
		case "name", "tool", "toolname", "tool_name":
			return true
		}
		return false
	}
	for range 6 {
		if i, free, ok := f.Param(v); ok {
			return !free && word(f.Params[i].Name)
		}
		d := f.Def(v)
		if d == nil {
			return false
		}
		switch d.Op {
		case effects.FieldVal, effects.Field:
			return word(d.S)
		case effects.MapGet:
			return len(d.A) > 1 && d.A[1].K == effects.Const && word(d.A[1].S)
		case effects.Load, effects.Convert, effects.Extract:
			v = d.A[0]
		default:
			return false
		}
	}
	return false
}

// namedBeside finds the names of a function that a dispatcher calls through a
// table or an interface.
func (p *Program) namedBeside(e *Edge) []handTool {
	if e.Kind == Iface {
		if name := p.ownName(e.To); name != "" {
			return []handTool{{e.To, e.From, e.Instr, name, e}}
		}
		return nil
	}
	out := slices.Clone(p.tableNames()[e.To])
	for i := range out {
		out[i].edge = e
	}
	return out
}

// ownName is what a tool's type says that its tool is called.
func (p *Program) ownName(f *Fn) string {
	if !f.Recv || len(f.Params) == 0 {
		return ""
	}
	td := p.Type(f.Params[0].Type)
	if td == nil {
		return ""
	}
	for _, m := range []string{"Name", "ToolName", "GetName"} {
		g := p.byID[td.Methods[m]]
		if g == nil || g == f {
			continue
		}
		for i := range g.Code {
			if in := &g.Code[i]; in.Op == effects.Return && len(in.A) == 1 && in.A[0].K == effects.Const && toolName(in.A[0].S) {
				return in.A[0].S
			}
		}
	}
	return ""
}

// tableNames finds the functions that tables and definitions of the module hold
// under a name.
func (p *Program) tableNames() map[*Fn][]handTool {
	if p.handNames != nil {
		return p.handNames
	}
	p.handNames = map[*Fn][]handTool{}
	for _, f := range p.Fns {
		if !f.Main() || f.Test {
			continue
		}
		// What one struct value is given: its name or a definition that has it,
		// and its functions.
		given := map[effects.Val][]effects.Val{}
		funcs := map[effects.Val][]effects.Val{}
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Store {
				continue
			}
			d := f.Def(in.A[0])
			if d == nil || d.Op != effects.Field {
				continue
			}
			switch field := d.S[strings.LastIndexByte(d.S, '.')+1:]; {
			case len(p.Functions(f, in.A[1])) > 0:
				funcs[d.A[0]] = append(funcs[d.A[0]], in.A[1])
			case strings.EqualFold(field, "name"), strings.EqualFold(field, "tool"), strings.EqualFold(field, "definition"), strings.EqualFold(field, "schema"):
				given[d.A[0]] = append(given[d.A[0]], in.A[1])
			}
		}
		for base, names := range given {
			for _, name := range names {
				for _, fn := range funcs[base] {
					p.pairHand(f, f.Index(base), name, fn, 0)
				}
			}
		}
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.MapSet {
				continue
			}
			held := []effects.Val{in.A[2]}
			if len(p.Functions(f, in.A[2])) == 0 {
				base := in.A[2]
				if d := f.Def(base); d != nil && d.Op == effects.Load {
					base = d.A[0]
				}
				held = funcs[base]
			}
			for _, fn := range held {
				p.pairHand(f, i, in.A[1], fn, 0)
			}
		}
	}
	return p.handNames
}

// pairHand notes that functions stand under a name. Where both are parameters
// of a registrar, each of its callers gives a pair.
func (p *Program) pairHand(f *Fn, at int, name, fn effects.Val, depth int) {
	if at < 0 || depth > 4 {
		return
	}
	if i, free, ok := f.Param(name); ok {
		j, bound, isParam := f.Param(fn)
		if free || bound || !isParam {
			return
		}
		for _, e := range f.In {
			if e.Kind != Callback && i < len(e.args) && j < len(e.args) {
				p.pairHand(e.From, e.Instr, e.args[i], e.args[j], depth+1)
			}
		}
		return
	}
	if name.K == effects.Const {
		if !toolName(name.S) {
			return
		}
		for _, to := range p.Functions(f, fn) {
			if to.Main() && !to.Test {
				p.handNames[to] = append(p.handNames[to], handTool{to: to, reg: f, instr: at, name: name.S})
			}
		}
		return
	}
	for _, v := range p.nameIn(f, name) {
		p.pairHand(f, at, v, fn, depth+1)
	}
}

// nameIn finds the name in a definition: in a struct that is put together here,
// or among the arguments of the function that makes it.
func (p *Program) nameIn(f *Fn, def effects.Val) []effects.Val {
	d := f.Def(def)
	if d == nil {
		return nil
	}
	base := def
	switch d.Op {
	case effects.Load:
		base = d.A[0]
	case effects.Call:
		for _, e := range f.Out {
			if e.Kind != Static || e.Instr != f.Index(def) {
				continue
			}
			for _, v := range storedNames(e.To, effects.Val{}) {
				if i, free, ok := e.To.Param(v); ok && !free && i < len(e.args) {
					return []effects.Val{e.args[i]}
				}
			}
		}
		return nil
	}
	return storedNames(f, base)
}

// storedNames lists what a function stores as the name of a struct, or of any
// if none is given.
func storedNames(f *Fn, base effects.Val) []effects.Val {
	var out []effects.Val
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Store {
			continue
		}
		if d := f.Def(in.A[0]); d != nil && d.Op == effects.Field && strings.EqualFold(d.S[strings.LastIndexByte(d.S, '.')+1:], "name") && (base.K == effects.None || d.A[0] == base) {
			out = append(out, in.A[1])
		}
	}
	return out
}

// heldByHand lists what the handlers of a dispatcher written by hand hold: their
// receivers, and what literals among them capture.
func (p *Program) heldByHand(r *Root) []int32 {
	var out []int32
	if r.Fn.Recv && len(r.Fn.Params) > 0 {
		out = p.points(r.Fn, effects.Val{K: effects.Reg, I: 0})
	}
	if r.Fn.Parent != "" {
		out = append(out, p.closuresOf(r.Fn)...)
	}
	return slices.DeleteFunc(out, func(n int32) bool {
		maker := p.nodes[n].fn
		if p.nodes[n].kind == nFunc {
			maker = p.makerOf(n)
		}
		return maker != nil && p.InRequest(maker) && !p.AtStart(maker)
	})
}
