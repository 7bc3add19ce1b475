package view

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// maxConsult is how many calls deep code is searched for a look at the caller.
const maxConsult = 6

// consults maps functions to the places where they look at who calls.
func (v *View) consults() map[*link.Fn][]Loc {
	return Once(v, "consults", func() map[*link.Fn][]Loc {
		m := map[*link.Fn][]Loc{}
		add := func(l Loc) {
			in := l.In()
			if l.Fn.Test || in.Dst < 0 || !v.Class(l.Fn, effects.Val{K: effects.Reg, I: in.Dst}).Has(FromPrincipal) || !v.Decides(l) && !compared(l.Fn, in.Dst, 0) {
				return
			}
			for _, g := range v.Copies(l.Fn) {
				m[g] = append(m[g], Loc{g, l.Instr})
			}
		}
		for _, role := range []sdk.Role{sdk.OriginPrincipal, sdk.OriginHeader, sdk.OriginContext} {
			v.Calls(role, func(l Loc, _ sdk.Entry) { add(l) })
		}
		return m
	})
}

// compared reports whether a value, or a part of it, is compared with another.
func compared(f *link.Fn, r int32, depth int) bool {
	for i := range f.Code {
		in := &f.Code[i]
		if depth > 6 || !slices.Contains(in.A, effects.Val{K: effects.Reg, I: r}) {
			continue
		}
		switch in.Op {
		case effects.Field, effects.FieldVal, effects.Load, effects.Convert, effects.Extract:
			if in.Dst >= 0 && compared(f, in.Dst, depth+1) {
				return true
			}
		case effects.Bin:
			if (in.S == "==" || in.S == "!=") && !slices.ContainsFunc(in.A, func(a effects.Val) bool { return a.K == effects.Nil || a.K == effects.Const && a.S == "" }) {
				return true
			}
		}
	}
	return false
}

// ConsultsCaller finds where a function, or what it calls, looks at who calls
// to decide something.
func (v *View) ConsultsCaller(f *link.Fn) (Loc, bool) {
	at := v.consults()
	seen := map[*link.Fn]bool{f: true}
	level := []*link.Fn{f}
	for range maxConsult {
		var next []*link.Fn
		for _, g := range level {
			if ls := at[g]; len(ls) > 0 {
				return ls[0], true
			}
			for _, e := range g.Out {
				if !seen[e.To] && !e.Go && e.Kind < link.Guess {
					seen[e.To] = true
					next = append(next, e.To)
				}
			}
		}
		level = next
	}
	return Loc{}, false
}

// callerWord matches the names of values that stand for who calls.
var callerWord = regexp.MustCompile(`(?i)token|user|subject|principal|caller|login|actor|tenant|identity|claims|session|cred|auth|account|api_?key|email|scope`)

// accessWord matches the names of what a caller may do.
var accessWord = regexp.MustCompile(`(?i)^(is|has|can|may)?_?(allow|permit|permission|access|authoriz|authoris|canpush|canread|canwrite|canadmin|forbid|deni|grant|entitl|trusted|role)`)

// keysCaller reports whether the keys of a container tell callers apart.
func (v *View) keysCaller(st *State) bool {
	if st.Keys.Has(FromPrincipal|FromSession|FromSessionName) || st.WriteKeys.Has(FromPrincipal|FromSession) {
		return true
	}
	for _, a := range st.Accesses {
		if a.Key.K == effects.None || a.Depth > 0 {
			continue
		}
		for _, o := range v.Origins(a.Fn, a.Key) {
			if o.Kind != link.OConst && callerWord.MatchString(o.Str) {
				return true
			}
		}
		if v.namedForCaller(a.Fn, a.Key, 0) {
			return true
		}
	}
	return false
}

// namedForCaller reports whether a field or a variable on the way to a value is
// named after who calls.
func (v *View) namedForCaller(f *link.Fn, val effects.Val, depth int) bool {
	if depth > 8 {
		return false
	}
	if i, free, ok := f.Param(val); ok {
		if free {
			return callerWord.MatchString(f.Free[i].Name)
		}
		return callerWord.MatchString(f.Params[i].Name)
	}
	d := f.Def(val)
	if d == nil {
		return false
	}
	if (d.Op == effects.Field || d.Op == effects.FieldVal) && callerWord.MatchString(d.S[strings.LastIndexByte(d.S, '.')+1:]) {
		return true
	}
	if d.Op == effects.Alloc {
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == effects.Store && baseAlloc(f, in.A[0]) == d.Dst && v.namedForCaller(f, in.A[1], depth+1) {
				return true
			}
		}
	}
	return slices.ContainsFunc(d.A, func(a effects.Val) bool { return v.namedForCaller(f, a, depth+1) })
}

// CallerCache is a cache in the process whose entries depend on who calls,
// while its keys do not.
type CallerCache struct {
	State  *State
	Fill   Loc    // makes an entry
	Looks  Loc    // looks at the caller, if that is known
	Access string // what says that an entry is about rights, if that is all
}

// CallerCaches lists them.
func (v *View) CallerCaches() []CallerCache {
	return Once(v, "callercaches", func() []CallerCache {
		var out []CallerCache
		for _, st := range v.StateObjects() {
			if v.Judge(st).Nature != Memo || !st.Keyed || !st.Rebuilds || v.keysCaller(st) || v.limiter(st) || v.beside(st) {
				continue
			}
			if c, ok := v.callerCache(st); ok {
				out = append(out, c)
			}
		}
		return out
	})
}

func (v *View) callerCache(st *State) (CallerCache, bool) {
	access := v.aboutAccess(st)
	for _, w := range st.Writes {
		if w.Depth > 0 || w.Val.K == effects.None {
			continue
		}
		for _, c := range v.madeBy(w.Fn, w.Val, 0) {
			for _, e := range c.Fn.Out {
				if e.Instr != c.Instr || e.Kind >= link.Guess || e.Go {
					continue
				}
				if l, ok := v.ConsultsCaller(e.To); ok {
					return CallerCache{State: st, Fill: c, Looks: l}, true
				}
				if l, ok := v.refuses(e); ok {
					return CallerCache{State: st, Fill: c, Looks: l}, true
				}
			}
			if slices.ContainsFunc(c.In().A, func(a effects.Val) bool {
				return v.RegType(c.Fn, a) == "string" && v.Class(c.Fn, a).Has(FromPrincipal)
			}) {
				return CallerCache{State: st, Fill: c}, true
			}
			if access != "" {
				return CallerCache{State: st, Fill: c, Access: access}, true
			}
		}
		if v.Class(w.Fn, w.Val).Has(FromPrincipal) {
			return CallerCache{State: st, Fill: Loc{w.Fn, w.Instr}}, true
		}
	}
	return CallerCache{}, false
}

// refusal matches the words with which code turns a caller away.
var refusal = regexp.MustCompile(`(?i)not authoriz|not authoris|unauthoriz|unauthoris|forbidden|access denied|permission denied|not permitted`)

// refuses reports whether a call through an interface, of the method that the
// calling function implements itself, may reach a wrapper that turns callers
// away: a cache around it answers without asking.
func (v *View) refuses(e *link.Edge) (Loc, bool) {
	in := &e.From.Code[e.Instr]
	if e.Kind != link.Iface || !in.Has(effects.Invoke) || methodName(e.From) != methodName(e.To) {
		return Loc{}, false
	}
	for i := range e.To.Code {
		r := &e.To.Code[i]
		if r.Op != effects.Return || !failing(e.To, r) {
			continue
		}
		for pos, a := range r.A {
			if pos >= len(e.To.Results) || e.To.Results[pos].Type != "error" {
				continue
			}
			for _, o := range v.Origins(e.To, a) {
				if o.Kind == link.OConst && refusal.MatchString(o.Str) {
					return Loc{e.To, i}, true
				}
			}
		}
	}
	return Loc{}, false
}

func methodName(f *link.Fn) string { return f.Sym.Name[strings.LastIndexByte(f.Sym.Name, '.')+1:] }

// madeBy lists the calls whose results become a value.
func (v *View) madeBy(f *link.Fn, val effects.Val, depth int) []Loc {
	if depth > 10 {
		return nil
	}
	if i, free, ok := f.Param(val); ok {
		if free || depth > 4 {
			return nil
		}
		var out []Loc
		for _, e := range f.In {
			if args := e.Args(); i < len(args) && e.Kind != link.Callback {
				out = append(out, v.madeBy(e.From, args[i], depth+4)...)
			}
		}
		return out
	}
	d := f.Def(val)
	if d == nil {
		return nil
	}
	var out []Loc
	switch d.Op {
	case effects.Call:
		out = append(out, Loc{f, f.Index(val)})
	case effects.Alloc:
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == effects.Store && baseAlloc(f, in.A[0]) == d.Dst {
				out = append(out, v.madeBy(f, in.A[1], depth+1)...)
			}
		}
	case effects.Extract:
		out = v.madeBy(f, d.A[0], depth+1)
	}
	switch d.Op {
	case effects.Convert, effects.Copy, effects.Load, effects.Field, effects.FieldVal, effects.Call, effects.Bin, effects.Un:
		for _, a := range d.A {
			if v.RegType(f, a) != "context.Context" {
				out = append(out, v.madeBy(f, a, depth+1)...)
			}
		}
	}
	return out
}

// aboutAccess names the field or the type that says that entries are about what
// a caller may do.
func (v *View) aboutAccess(st *State) string {
	types := append(slices.Clone(st.Elems), elemKey(strings.TrimLeft(st.Type, "*")))
	for _, w := range st.Writes {
		if d := w.Fn.Def(w.Val); d != nil && strings.HasPrefix(d.S, "box ") {
			types = append(types, d.S[len("box "):])
		}
	}
	for _, t := range types {
		td := v.Type(t)
		if td == nil || td.Under != "struct" {
			continue
		}
		for _, f := range td.Fields {
			if f.Type == "bool" && accessWord.MatchString(f.Name) {
				return td.Name + "." + f.Name
			}
		}
	}
	return ""
}
