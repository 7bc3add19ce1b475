package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// The handshake in a dispatcher written by hand: code that runs only for
// messages with the names of it.

func handshakeMethod(s string) bool {
	return s == "initialize" || s == "notifications/initialized"
}

// constant is the text of a literal, also where it is converted first.
func constant(f *link.Fn, val effects.Val) string {
	if d := f.Def(val); d != nil && d.Op == effects.Convert && len(d.A) == 1 {
		val = d.A[0]
	}
	if val.K == effects.Const {
		return val.S
	}
	return ""
}

// handlesMCP reports whether a package handles messages of MCP: other protocols
// have a method initialize, too.
func (v *View) handlesMCP(pkg string) bool {
	return Once(v, "handlesmcp", func() map[string]bool {
		m := map[string]bool{}
		for _, f := range v.Fns {
			if m[f.Fn.Pkg] || !f.Main() || f.Test {
				continue
			}
			m[f.Fn.Pkg] = len(f.Pkg.SDKs) > 0 || namesMCP(f)
		}
		return m
	})[pkg]
}

// namesMCP reports whether a function names something that only MCP has.
func namesMCP(f *link.Fn) bool {
	for i := range f.Code {
		for _, a := range f.Code[i].A {
			if a.K != effects.Const || a.I != 1 {
				continue
			}
			switch strings.ToLower(a.S) {
			case "tools/call", "tools/list", "notifications/initialized", "mcp-session-id", "mcp-protocol-version":
				return true
			}
		}
	}
	return false
}

// AtHandshake reports whether a place runs only for messages of the handshake,
// by a comparison of the message's name. Hooks of SDKs are no such place.
func (v *View) AtHandshake(l Loc) bool { return v.atHandshake(l.Fn, l.In().Blk, 0) }

func (v *View) atHandshake(f *link.Fn, blk int32, depth int) bool {
	for _, g := range f.Blocks[blk].Guards {
		if v.saysHandshake(f, g.Cond, g.Neg, 0) {
			return true
		}
	}
	if v.servesHandshake(f) {
		return true
	}
	if depth > 4 || v.isRoot(f) {
		return false
	}
	if f.Parent != "" && len(f.In) > 0 && slices.ContainsFunc(f.In, func(e *link.Edge) bool { return e.Kind == link.Callback }) {
		// A literal handed to outside code there and then, as to singleflight.
		for _, e := range f.In {
			if !v.atHandshake(e.From, e.From.Code[e.Instr].Blk, depth+1) {
				return false
			}
		}
		return true
	}
	for _, e := range f.In {
		if !v.atHandshake(e.From, e.From.Code[e.Instr].Blk, depth+1) {
			return false
		}
	}
	return len(f.In) > 0
}

// saysHandshake reports whether a condition holds only for messages of the
// handshake.
func (v *View) saysHandshake(f *link.Fn, c effects.Val, neg bool, depth int) bool {
	if depth > 8 {
		return false
	}
	d := f.Def(c)
	if d == nil {
		return false
	}
	switch d.Op {
	case effects.Bin:
		if (d.S == "==" && !neg || d.S == "!=" && neg) && len(d.A) == 2 {
			return v.handlesMCP(f.Fn.Pkg) && slices.ContainsFunc(d.A, func(a effects.Val) bool { return handshakeMethod(constant(f, a)) })
		}
	case effects.Un:
		return d.S == "!" && v.saysHandshake(f, d.A[0], !neg, depth+1)
	case effects.Convert:
		return v.saysHandshake(f, d.A[0], neg, depth+1)
	case effects.Copy:
		return !neg && v.anySays(f, d.A, depth)
	case effects.Call:
		return !neg && v.resultSays(f, f.Index(c), 0, depth)
	case effects.Extract:
		if call := f.Def(d.A[0]); call != nil && call.Op == effects.Call {
			return !neg && v.resultSays(f, f.Index(d.A[0]), int(d.I), depth)
		}
	}
	return false
}

// anySays reports whether one of several values says so and the others are
// false.
func (v *View) anySays(f *link.Fn, vals []effects.Val, depth int) bool {
	found := false
	for _, a := range vals {
		switch {
		case a.K == effects.Const && a.S == "false":
		case v.saysHandshake(f, a, false, depth+1):
			found = true
		default:
			return false
		}
	}
	return found
}

// resultSays reports whether a result of a call says so, whatever is called.
func (v *View) resultSays(f *link.Fn, instr, k, depth int) bool {
	found := false
	for _, e := range f.Out {
		if e.Instr != instr || e.Kind == link.Callback {
			continue
		}
		for i := range e.To.Code {
			in := &e.To.Code[i]
			if in.Op != effects.Return || k >= len(in.A) || in.A[k].K == effects.Const && in.A[k].S == "false" {
				continue
			}
			if !v.saysHandshake(e.To, in.A[k], false, depth+1) {
				return false
			}
			found = true
		}
	}
	return found
}

// servesHandshake reports whether a function serves the handshake: a table of
// handlers has it under the name of the message.
func (v *View) servesHandshake(f *link.Fn) bool {
	return Once(v, "handshakehandlers", func() map[*link.Fn]bool {
		m := map[*link.Fn]bool{}
		other := map[*link.Fn]bool{}
		for _, g := range v.Fns {
			if !g.Main() || !v.handlesMCP(g.Fn.Pkg) {
				continue
			}
			for i := range g.Code {
				in := &g.Code[i]
				if in.Op != effects.MapSet || in.A[1].K != effects.Const {
					continue
				}
				to := m
				if !handshakeMethod(in.A[1].S) {
					to = other
				}
				for _, h := range v.Functions(g, in.A[2]) {
					to[h] = true
				}
			}
		}
		for h := range other {
			delete(m, h)
		}
		return m
	})[f]
}

// setAtHandshake reports whether only the handshake sets an object, and other
// requests read it.
func (v *View) setAtHandshake(st *State) bool {
	n := 0
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		if n++; !v.AtHandshake(Loc{w.Fn, w.Instr}) {
			return false
		}
	}
	return n > 0 && slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		return r.Depth == 0 && !v.AtHandshake(Loc{r.Fn, r.Instr})
	})
}

// replayed reports whether the answer to one client's handshake is kept for the
// handshakes of others: only the handshake sets the object, to what another
// server said, and only the handshake reads it.
func (v *View) replayed(st *State) bool {
	n := 0
	for _, as := range [][]*link.Access{st.Writes, st.Reads} {
		for _, a := range as {
			if a.Depth > 0 {
				continue
			}
			if !v.AtHandshake(Loc{a.Fn, a.Instr}) {
				return false
			}
			if a.Writes() && a.Val.K == effects.Reg && v.Class(a.Fn, a.Val).Has(FromOutside) && !isNumber(st.Type) && st.Type != "bool" {
				n++
			}
		}
	}
	return n > 0 && len(st.Reads) > 0
}

// HandshakeEntry is an entry of a map under a name, which the handshake fills
// and other requests read.
type HandshakeEntry struct {
	Loc           // fills it
	Read   Loc    // reads it
	Object string // the field and the name
}

// HandshakeEntries lists them, in a stable order.
func (v *View) HandshakeEntries() []HandshakeEntry {
	var sets, gets []namedEntry
	for _, f := range v.Fns {
		if f.Main() && !f.Test && f.Clone == nil {
			s, g := v.namedEntries(f)
			sets, gets = append(sets, s...), append(gets, g...)
		}
	}
	var out []HandshakeEntry
	for _, s := range sets {
		if s.val.K == effects.Const || s.val.K == effects.Nil || !v.InRequest(s.Fn) || !v.AtHandshake(s.Loc) {
			continue
		}
		for _, g := range gets {
			if g.field != s.field || g.key != s.key || !v.InRequest(g.Fn) || v.AtHandshake(g.Loc) {
				continue
			}
			if !slices.ContainsFunc(out, func(o HandshakeEntry) bool { return o.Loc == s.Loc }) {
				object := s.field[strings.LastIndex(s.field, "/")+1:]
				out = append(out, HandshakeEntry{Loc: s.Loc, Read: g.Loc, Object: object + "[" + s.key + "]"})
			}
			break
		}
	}
	return out
}

// namedEntry is the use of an entry of a map, which a field of the module
// holds, under a literal name.
type namedEntry struct {
	Loc
	field, key string
	val        effects.Val // what is stored, where it is stored
}

// namedEntries lists the uses in a function, and those that its callers make
// through it.
func (v *View) namedEntries(f *link.Fn) (sets, gets []namedEntry) {
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.MapSet && in.Op != effects.MapGet {
			continue
		}
		field, ok := loadedField(f, in.A[0])
		if !ok {
			continue
		}
		if p, _ := v.fieldPos(field); !p.IsValid() {
			continue
		}
		add := func(e namedEntry) {
			e.field = field
			if in.Op == effects.MapSet {
				sets = append(sets, e)
			} else {
				gets = append(gets, e)
			}
		}
		if in.A[1].K == effects.Const && in.A[1].I == 1 {
			e := namedEntry{Loc: Loc{f, i}, key: in.A[1].S}
			if in.Op == effects.MapSet {
				e.val = in.A[2]
			}
			add(e)
			continue
		}
		k, free, ok := f.Param(in.A[1])
		if !ok || free {
			continue
		}
		for _, g := range v.Copies(f) {
			for _, e := range g.In {
				args := e.Args()
				if e.Kind == link.Callback || k >= len(args) || args[k].K != effects.Const || !e.From.Main() || e.From.Test {
					continue
				}
				n := namedEntry{Loc: Loc{e.From, e.Instr}, key: args[k].S}
				if in.Op == effects.MapSet {
					n.val = in.A[2]
					if j, free, ok := f.Param(in.A[2]); ok && !free && j < len(args) {
						n.val = args[j]
					}
				}
				add(n)
			}
		}
	}
	return sets, gets
}
