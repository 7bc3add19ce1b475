package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Mode says how a transport treats sessions.
type Mode uint8

// The modes.
const (
	Stateless   Mode = iota // no session at all
	Stateful                // sessions in the memory of the process
	Validating              // mints ids and refuses those it does not know
	Format                  // mints ids and checks only their form
	Conditional             // configuration decides
)

// Transport is one place where the module serves MCP.
type Transport struct {
	Loc
	Kind    string // http, sse, stdio, memory
	Mode    Mode
	Entry   sdk.Entry
	Ver     string
	Options []Option
	Why     string  // what decides the mode
	Related []Place // what else decides it
}

// Option is an option given to a transport.
type Option struct {
	Loc
	Sets string
	Name string
}

// findTransports lists where the module serves MCP and in which mode.
func (v *View) findTransports() {
	seen := map[string]bool{}
	for _, f := range v.Fns {
		if !f.Main() || f.Test {
			continue
		}
		if f.Clone == nil && len(v.Copies(f)) > 1 {
			continue // its copies know their arguments
		}
		for i := range f.Code {
			in := &f.Code[i]
			switch in.Op {
			case effects.Call:
				for _, e := range v.Entries(in.Callee) {
					if e.Role == sdk.Transport && e.Get("kind") != "any" {
						v.addTransport(f, i, e, seen)
						break // of several version ranges the newest, when the version is unknown
					}
				}
			}
			switch in.Op {
			case effects.Convert, effects.Bin, effects.Store, effects.Append, effects.Call:
				for _, a := range in.A {
					if a.K == effects.Const && a.I == 1 && f.Clone == nil && (strings.Contains(a.S, "event: endpoint\n") || a.S == "endpoint" && in.Op == effects.Call && in.Callee.Path != "strings" && in.Callee.Path != "bytes" && streams(f)) {
						v.addTransport(f, i, sdk.Entry{Role: sdk.Transport, Symbol: "SSE", Attrs: map[string]string{"kind": "sse", "default": "stateful"}}, seen)
					}
				}
			}
			switch in.Op {
			case effects.Alloc:
				t := strings.TrimPrefix(in.Type, "*")
				dot := strings.LastIndex(t, ".")
				if dot < 0 || in.S != "complit" && in.S != "new" {
					continue
				}
				if e, ok := v.Tab.Role(t[:dot], t[dot+1:], "", sdk.Transport); ok && e.Get("kind") != "any" {
					v.addTransport(f, i, e, seen)
				}
			}
		}
	}
}

// streams reports whether a function answers with an event stream: a client asks
// for one, or looks whether it got one.
func streams(f *link.Fn) bool {
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Call {
			continue
		}
		typ, stream := false, false
		for _, a := range in.A {
			if a.K == effects.Const && a.I == 1 {
				typ = typ || strings.EqualFold(a.S, "Content-Type")
				stream = stream || strings.HasPrefix(a.S, "text/event-stream")
			}
		}
		if typ && stream {
			return true
		}
	}
	return false
}

func (v *View) addTransport(f *link.Fn, i int, e sdk.Entry, seen map[string]bool) {
	in := &f.Code[i]
	t := Transport{Loc: Loc{f, i}, Kind: e.Get("kind"), Entry: e, Ver: in.Callee.Ver}
	v.mode(&t)
	key := in.Pos.String() + t.Kind
	if seen[key] {
		for j := range v.Transports {
			if o := &v.Transports[j]; o.Pos() == in.Pos && o.Kind == t.Kind && o.Mode != t.Mode {
				o.Mode, o.Why = Conditional, "its callers differ"
			}
		}
		return
	}
	seen[key] = true
	v.Transports = append(v.Transports, t)
}

// mode reads the options of a transport.
func (v *View) mode(t *Transport) {
	switch t.Entry.Get("default") {
	case "stateless":
		t.Mode = Stateless
	case "format":
		t.Mode = Format
	case "validating":
		t.Mode = Validating
	case "stateful":
		t.Mode = Stateful
	default:
		if t.Kind == "sse" {
			t.Mode = Stateful
		}
	}
	in := t.In()
	if field := t.Entry.Get("statelessfield"); field != "" {
		v.fieldMode(t, field)
		return
	}
	k, ok := t.Entry.Int("options")
	if !ok || in.Op != effects.Call {
		return
	}
	arg := Arg(in, k)
	if arg.K == effects.None {
		return
	}
	unknown := false
	for _, o := range v.Origins(t.Fn, arg) {
		switch o.Kind {
		case link.OExtern:
			call := &o.Fn.Code[o.Instr]
			e, ok := v.Role(call.Callee, sdk.TransportOption)
			if !ok {
				continue
			}
			t.Options = append(t.Options, Option{Loc{o.Fn, o.Instr}, e.Get("sets"), call.Callee.Name})
			v.applyOption(t, o.Fn, call, e)
		case link.OParam:
			unknown = true
		}
	}
	if unknown && t.Mode != Stateless {
		t.Why = "callers outside the module may pass options"
	}
}

func (v *View) applyOption(t *Transport, f *link.Fn, call *effects.Instr, e sdk.Entry) {
	truth := 1
	if k, ok := e.Int("value"); ok {
		truth = v.truth(f, Arg(call, k))
	}
	guarded := conditional(f, call) && !(f == t.Fn && dominates(f, call.Blk, t.In().Blk))
	switch e.Get("sets") {
	case "stateless":
		switch {
		case truth == 1 && !guarded:
			t.Mode, t.Why = Stateless, ""
		case truth == 1 || truth < 0:
			if t.Mode != Stateless {
				t.Mode, t.Why = Conditional, call.Callee.Name
			}
		}
	case "stateful":
		switch truth {
		case 1:
			t.Mode, t.Why = Stateful, call.Callee.Name
		case 0:
			t.Mode, t.Why = Stateless, ""
		default:
			t.Mode, t.Why = Conditional, call.Callee.Name
		}
	case "manager", "resolver":
		if t.Mode == Stateless {
			return
		}
		t.Mode, t.Why = Validating, call.Callee.Name
		if k, ok := e.Int("value"); ok {
			t.Related = append(t.Related, v.lookups(f, Arg(call, k))...)
		}
		if k, ok := e.Int("value"); ok && e.Get("sets") == "manager" && v.checksForm(f, Arg(call, k)) {
			t.Mode = Conditional
			t.Why = "its session id manager checks only the form of ids"
		}
	}
}

// conditional reports whether an option is only added on some branch.
func conditional(f *link.Fn, in *effects.Instr) bool {
	return len(f.Blocks[in.Blk].Guards) > 0 && !f.Blocks[in.Blk].Loop && len(f.Blocks) > 1 && !dominatesExit(f, in.Blk)
}

// dominates reports whether a block is passed on every way to another.
func dominates(f *link.Fn, a, b int32) bool {
	for b >= 0 && b != a {
		b = f.Blocks[b].Idom
	}
	return b == a
}

// dominatesExit reports whether every return of the function passes the block.
func dominatesExit(f *link.Fn, blk int32) bool {
	for i := range f.Code {
		if f.Code[i].Op != effects.Return {
			continue
		}
		b := f.Code[i].Blk
		for b >= 0 && b != blk {
			b = f.Blocks[b].Idom
		}
		if b != blk {
			return false
		}
	}
	return true
}

// truth evaluates a boolean, or the name of one of two modes, of which the
// stateful one is true: 1 true, 0 false, -1 it depends.
func (v *View) truth(f *link.Fn, val effects.Val) int {
	if val.K == effects.None {
		return -1
	}
	res := -2
	for _, o := range v.Origins(f, val) {
		x := -1
		if o.Kind == link.OLiteral || o.Kind == link.OConst {
			switch o.Str {
			case "true", "stateful":
				x = 1
			case "false", "stateless":
				x = 0
			}
		}
		switch {
		case res == -2:
			res = x
		case res != x:
			return -1
		}
	}
	if res == -2 {
		return -1
	}
	return res
}

// fieldMode reads an options struct.
func (v *View) fieldMode(t *Transport, field string) {
	in := t.In()
	var objs []link.Object
	nilArg := false
	if in.Op == effects.Alloc {
		objs = v.Objects(t.Fn, effects.Val{K: effects.Reg, I: in.Dst})
	} else {
		k, _ := t.Entry.Int("options")
		arg := Arg(in, k)
		if arg.K == effects.Nil || arg.K == effects.None {
			t.Why = "nil options"
			return
		}
		nilArg = v.mayBeNil(t.Fn, arg)
		objs = v.Objects(t.Fn, arg)
	}
	modes := map[Mode]bool{}
	if nilArg {
		modes[t.Mode] = true
	}
	for _, o := range objs {
		origins, set := v.FieldOrigins(o, field)
		switch {
		case !set && o.Open:
			modes[Conditional] = true
		case !set:
			modes[t.Mode] = true
		default:
			for _, x := range origins {
				switch {
				case x.Kind == link.OLiteral && x.Str == "true":
					modes[Stateless] = true
				case x.Kind == link.OLiteral && x.Str == "false":
					modes[Stateful] = true
				default:
					modes[Conditional] = true
				}
			}
			if len(origins) == 0 {
				modes[Conditional] = true
			}
		}
	}
	switch {
	case len(objs) == 0:
		if !nilArg {
			t.Mode, t.Why = Conditional, "options from outside"
		}
	case modes[Conditional] || len(modes) > 1:
		t.Mode, t.Why = Conditional, field
	case modes[Stateless]:
		t.Mode = Stateless
	default:
		t.Why = field + " is not set"
	}
}

// mayBeNil reports whether a value can be the literal nil or an unset variable.
func (v *View) mayBeNil(f *link.Fn, val effects.Val) bool {
	d := f.Def(val)
	if d == nil {
		if i, free, ok := f.Param(val); ok && !free {
			for _, e := range f.In {
				a := e.Args()
				if i < len(a) && (a[i].K == effects.Nil || v.mayBeNil(e.From, a[i])) {
					return true
				}
			}
		}
		return false
	}
	if d.Op == effects.Copy {
		for _, a := range d.A {
			if a.K == effects.Nil {
				return true
			}
		}
	}
	return false
}

// Serves reports whether the module serves a kind of transport.
func (v *View) Serves(kinds ...string) bool {
	return slices.ContainsFunc(v.Transports, func(t Transport) bool { return slices.Contains(kinds, t.Kind) })
}

// OverHTTP reports whether requests may reach several replicas: the module
// serves HTTP or SSE, or it is a library whose user decides.
func (v *View) OverHTTP() bool {
	return v.Serves("http", "sse") || !v.Serves("stdio") || v.rawHTTP()
}

// rawHTTP reports whether MCP is served by HTTP handlers of the module's own.
func (v *View) rawHTTP() bool {
	return Once(v, "rawhttp", func() bool {
		return len(v.SessionHeaders()) > 0
	})
}

// AnyStateless reports whether some HTTP transport runs without sessions.
func (v *View) AnyStateless() bool {
	return slices.ContainsFunc(v.Transports, func(t Transport) bool {
		return t.Kind == "http" && (t.Mode == Stateless || t.Mode == Conditional)
	})
}

// checksForm reports whether an id manager of the module keeps no ids: none of
// its methods reads memory.
func (v *View) checksForm(f *link.Fn, val effects.Val) bool {
	objs := v.Objects(f, val)
	if len(objs) == 0 {
		d := f.Def(val)
		if d == nil || !strings.HasPrefix(d.S, "box ") {
			return false
		}
		objs = []link.Object{{Type: d.S[4:]}}
	}
	for _, o := range objs {
		td := v.Type(o.Type)
		if td == nil {
			return false
		}
		id, ok := td.Methods["Validate"]
		if !ok {
			return false
		}
		m := v.FnByID(id)
		if m == nil || !v.memoryless(m, 0) {
			return false
		}
	}
	return true
}

// lookups lists the places where an id manager of the module looks ids up.
func (v *View) lookups(f *link.Fn, val effects.Val) []Place {
	var out []Place
	for _, o := range v.Objects(f, val) {
		td := v.Type(o.Type)
		if td == nil {
			continue
		}
		m := v.FnByID(td.Methods["Validate"])
		if m == nil || !m.Main() {
			continue
		}
		for i := range m.Code {
			in := &m.Code[i]
			look := in.Op == effects.MapGet
			for _, e := range v.Entries(in.Callee) {
				look = look || in.Op == effects.Call && (e.Role == sdk.ContainerGet || e.Role == sdk.ContainerGetSet)
			}
			if look {
				out = append(out, Place{in.Pos, "looks the id up in " + m.Name})
			}
		}
	}
	return out
}

// memoryless reports whether a function looks nothing up in memory.
func (v *View) memoryless(f *link.Fn, depth int) bool {
	if depth > 3 {
		return false
	}
	for i := range f.Code {
		in := &f.Code[i]
		switch in.Op {
		case effects.MapGet:
			return false
		case effects.Call:
			for _, e := range v.Entries(in.Callee) {
				switch e.Role {
				case sdk.ContainerGet, sdk.ContainerGetSet, sdk.CellLoad:
					return false
				}
			}
		}
	}
	for _, e := range f.Out {
		if !v.memoryless(e.To, depth+1) {
			return false
		}
	}
	return true
}
