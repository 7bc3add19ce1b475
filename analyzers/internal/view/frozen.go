package view

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Frozen is a value that a wrapper of HTTP requests puts into their context for
// the handlers of a session. SDKs of the attribute context=session give those
// the context of the HTTP request that began the session.
type Frozen struct {
	Loc         // puts it there
	Read   Loc  // a handler, or what the module offers handlers, takes it out
	Serves Loc  // the transport
	Sure   bool // the wrapper is seen to wrap the transport
	Roots  []*link.Root

	Conditional bool // configuration decides whether the transport keeps sessions
}

// FrozenValues lists them.
func (v *View) FrozenValues() []Frozen {
	var serving []Transport
	for _, t := range v.Transports {
		if t.Entry.Get("context") == "session" && t.Mode != Stateless && !t.Fn.Test {
			serving = append(serving, t)
		}
	}
	if len(serving) == 0 {
		return nil
	}
	mixed := slices.ContainsFunc(v.Transports, func(t Transport) bool {
		return t.Entry.Get("context") == "session" && t.Mode == Stateless
	})
	conditional := !slices.ContainsFunc(serving, func(t Transport) bool { return t.Mode != Conditional })
	var out []Frozen
	for _, key := range v.contextKeys() {
		sites := v.wrapperSites(key)
		if len(sites) == 0 {
			continue
		}
		read, roots, ok := v.handlerReads(key, serving[0].Entry.Path)
		if !ok {
			continue
		}
		for _, l := range sites {
			t, wraps, other := v.wrapsTransport(l.Fn, serving)
			if !wraps && (other || mixed || len(roots) == 0) {
				continue
			}
			out = append(out, Frozen{Loc: l, Read: read, Serves: t.Loc, Sure: wraps, Roots: roots, Conditional: conditional || wraps && t.Mode == Conditional})
		}
	}
	return out
}

// contextKeys lists the keys under which the module puts values into contexts.
func (v *View) contextKeys() []string {
	var keys []string
	for _, f := range v.Fns {
		if !f.Main() || f.Test || f.Clone != nil {
			continue
		}
		for i := range f.Code {
			if in := &f.Code[i]; in.PutsInContext() && !v.harmlessType(boxed(f, in.A[2])) {
				if k := v.ContextKey(f, in.A[1]); k != "" && !slices.Contains(keys, k) {
					keys = append(keys, k)
				}
			}
		}
	}
	return keys
}

// boxed is the type of a value before it became an interface.
func boxed(f *link.Fn, val effects.Val) string {
	if d := f.Def(val); d != nil && d.Op == effects.Convert && len(d.S) > 4 && d.S[:4] == "box " {
		return d.S[4:]
	}
	return ""
}

// wrapperSites lists the places in wrappers of HTTP requests where a value of
// the request is put under a key. There are none if what serves single
// messages sets the key as well: then handlers see that value.
func (v *View) wrapperSites(key string) []Loc {
	var out []Loc
	add := func(l Loc) {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	perMessage := false
	var site func(l Loc, vals []effects.Val, depth int)
	site = func(l Loc, vals []effects.Val, depth int) {
		if r, ok := requestParam(l.Fn); ok {
			if uses(l.Fn, vals, map[int32]bool{r: true}) {
				add(l)
			}
			return
		}
		if depth == 0 {
			perMessage = perMessage || slices.ContainsFunc(v.RootsOf(l.Fn), func(r *link.Root) bool { return !r.HTTP() && !r.Inferred })
		}
		for _, e := range l.Fn.In {
			if depth < 3 && e.Kind != link.Callback && e.From.Main() && !e.From.Test {
				site(Loc{e.From, e.Instr}, e.Args(), depth+1)
			}
		}
	}
	for _, f := range v.Fns {
		if !f.Main() || f.Test || f.Clone != nil {
			continue
		}
		for i := range f.Code {
			if in := &f.Code[i]; in.PutsInContext() && v.ContextKey(f, in.A[1]) == key {
				site(Loc{f, i}, in.A[2:], 0)
			}
		}
	}
	if perMessage {
		return nil
	}
	return out
}

// requestParam is the HTTP request that a handler is given.
func requestParam(f *link.Fn) (reg int32, ok bool) {
	answers, at := false, -1
	for i, p := range f.Params {
		switch p.Type {
		case "net/http.ResponseWriter":
			answers = true
		case "*net/http.Request":
			at = i
		}
	}
	return int32(at), answers && at >= 0
}

// handlerReads finds where a value is taken out of the context on behalf of a
// handler of an SDK: inside one, or in an exported function that the module
// offers to them.
func (v *View) handlerReads(key, path string) (at Loc, roots []*link.Root, ok bool) {
	v.Calls(sdk.OriginContext, func(l Loc, e sdk.Entry) {
		k, has := e.Int("key")
		if !has || l.Fn.Test || l.In().Op != effects.Call || v.ContextKey(l.Fn, Arg(l.In(), k)) != key || !v.Decides(l) {
			return
		}
		var by []*link.Root
		reached := v.Reached(l.Fn)
		for _, r := range reached {
			if r.Entry.Path == path && !r.HTTP() {
				by = append(by, r)
			}
		}
		offered := !slices.ContainsFunc(reached, func(r *link.Root) bool { return r.Kind != link.RootAPI && !r.Inferred }) && v.offered(l.Fn, 0)
		if len(by) > 0 && len(roots) == 0 || offered && !ok {
			at, roots, ok = l, by, true
		}
	})
	return at, roots, ok
}

// offered reports whether a function is exported, or called by one that is.
func (v *View) offered(f *link.Fn, depth int) bool {
	if f.Exported && f.Parent == "" && f.Pkg.Name != "main" {
		return true
	}
	return depth < 3 && slices.ContainsFunc(f.In, func(e *link.Edge) bool { return v.offered(e.From, depth+1) })
}

// wrapsTransport reports whether a wrapper passes requests on to a transport,
// and otherwise whether it is seen to pass them on to something else.
func (v *View) wrapsTransport(f *link.Fn, ts []Transport) (at Transport, wraps, other bool) {
	seen := map[*link.Fn]bool{}
	var walk func(g *link.Fn, depth int) bool
	walk = func(g *link.Fn, depth int) bool {
		if seen[g] || depth > 4 {
			return false
		}
		seen[g] = true
		for i := range g.Code {
			in := &g.Code[i]
			if in.Op != effects.Call || len(in.A) == 0 || !in.Has(effects.Invoke) && !in.Has(effects.Dynamic) || in.Has(effects.Invoke) && in.S != "ServeHTTP" {
				continue
			}
			for _, o := range v.Objects(g, in.A[0]) {
				for _, t := range ts {
					if o.In == t.In() {
						at = t
						return true
					}
				}
				other = other || o.In != nil && o.In.Op == effects.Call
			}
			for _, e := range g.Out {
				if e.Instr == i && e.Kind != link.Callback {
					if _, ok := requestParam(e.To); ok && walk(e.To, depth+1) {
						return true
					}
				}
			}
		}
		return false
	}
	at = ts[0]
	for _, g := range v.Copies(f) {
		if walk(g, 0) {
			return at, true, false
		}
	}
	return at, false, other
}
