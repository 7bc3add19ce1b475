package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// RoutingHeaders are the headers that every request of 2026-07-28 brings.
var RoutingHeaders = []string{"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"}

// HeaderList is a list of headers that browsers may send to an MCP server.
type HeaderList struct {
	Loc
	Missing []string // of the routing headers
	Default bool     // the SDK's own list
}

// HeaderLists lists those that leave out a routing header.
func (v *View) HeaderLists() []HeaderList {
	var out []HeaderList
	add := func(l Loc, names []string, own bool) {
		if l.Fn.Test || !own && !slices.ContainsFunc(names, isMCPHeader) {
			return // a list of another part of the program
		}
		if m := missing(names); len(m) > 0 {
			out = append(out, HeaderList{Loc: l, Missing: m, Default: len(names) == 0})
		}
	}
	v.Calls(sdk.TransportOption, func(l Loc, e sdk.Entry) {
		if e.Get("sets") != "cors" || strings.Contains(e.Symbol, "SSE") {
			return
		}
		own := v.Tab.IsSDK(e.Path)
		in := l.In()
		if in.Op != effects.Call {
			for i := range l.Fn.Code {
				if s := &l.Fn.Code[i]; s.Op == effects.Store && s.A[0].K == effects.Reg && s.A[0].I == in.Dst {
					if names := v.listed(l.Fn, s.A[1]); len(names) > 0 {
						add(Loc{l.Fn, i}, names, own)
					}
				}
			}
			return
		}
		k, ok := e.Int("value")
		if !ok || !own {
			return
		}
		arg := Arg(in, k)
		if names := v.listed(l.Fn, arg); len(names) > 0 {
			add(l, names, own)
			return
		}
		if in.Callee.Name != "WithCORSAllowedHeaders" && !v.sayHeaders(l.Fn, arg) {
			add(l, nil, own)
		}
	})
	v.Calls(sdk.HeaderSet, func(l Loc, e sdk.Entry) {
		if l.In().Op != effects.Call || !v.namesHeader(l, e, "access-control-allow-headers") {
			return
		}
		if k, ok := e.Int("value"); ok {
			if names := v.listed(l.Fn, Arg(l.In(), k)); len(names) > 0 {
				add(l, names, false)
			}
		}
	})
	return out
}

// isMCPHeader reports whether a header is one of requests to an MCP endpoint.
// The protocol version alone is sent to documents of authorization as well.
func isMCPHeader(name string) bool {
	l := strings.ToLower(name)
	return strings.HasPrefix(l, "mcp-") && l != "mcp-protocol-version"
}

// missing lists the routing headers that a list does not name.
func missing(names []string) []string {
	var out []string
	for _, h := range RoutingHeaders {
		if !slices.ContainsFunc(names, func(n string) bool { return n == "*" || strings.EqualFold(n, h) }) {
			out = append(out, h)
		}
	}
	return out
}

// listed reads a list of names: a text with commas, or the elements of a slice.
func (v *View) listed(f *link.Fn, val effects.Val) []string {
	var out []string
	add := func(texts []string) {
		for _, t := range texts {
			for n := range strings.SplitSeq(t, ",") {
				if n = strings.TrimSpace(n); n != "" {
					out = append(out, n)
				}
			}
		}
	}
	if t := v.RegType(f, val); t == "string" || t == "[]string" || val.K == effects.Const {
		add(v.Strings(f, val))
	}
	return out
}

// sayHeaders reports whether one of the options of a list names its headers.
func (v *View) sayHeaders(f *link.Fn, opts effects.Val) bool {
	objs := v.Elements(f, opts)
	for _, o := range objs {
		if o.In == nil || o.In.Op != effects.Call {
			return true // made elsewhere
		}
		if e, ok := v.Role(o.In.Callee, sdk.TransportOption); ok && e.Get("sets") == "cors" {
			return true
		}
	}
	return false
}

// namesHeader reports whether a place sets or reads a header of a name, in
// lower case.
func (v *View) namesHeader(l Loc, e sdk.Entry, name string) bool {
	k, ok := e.Int("name")
	return ok && slices.ContainsFunc(v.Strings(l.Fn, Arg(l.In(), k)), func(s string) bool { return strings.EqualFold(s, name) })
}

// Stale is a gateway that changes the name in the body of a request and sends
// on the header that repeats it.
type Stale struct {
	Rewrite Loc // changes the name
	Forward Loc // sends on the headers that came in
}

// StaleNames lists the gateways whose Mcp-Name no longer matches the body.
func (v *View) StaleNames() []Stale {
	rewrites := v.renames()
	if len(rewrites) == 0 {
		return nil
	}
	var out []Stale
	for _, l := range v.forwards() {
		for _, r := range rewrites {
			if v.together(l.Fn, r.Fn) {
				out = append(out, Stale{r, l})
				break
			}
		}
	}
	return out
}

// forwards lists the places that send on the header Mcp-Name as it came in: by
// name, or with all others. A program that sets it anew somewhere has thought
// of it.
func (v *View) forwards() []Loc {
	out := v.CopiedHeaders()
	anew := false
	v.Calls(sdk.HeaderSet, func(l Loc, e sdk.Entry) {
		if l.In().Op != effects.Call || l.Fn.Test || !v.namesHeader(l, e, "mcp-name") {
			return
		}
		k, ok := e.Int("value")
		if !ok {
			anew = true // taken away
			return
		}
		if v.fromHeader(l.Fn, Arg(l.In(), k), "mcp-name") {
			out = append(out, l)
		} else {
			anew = true
		}
	})
	if anew {
		return nil
	}
	return out
}

// fromHeader reports whether a value is a request header, unchanged.
func (v *View) fromHeader(f *link.Fn, val effects.Val, name string) bool {
	origins := v.Origins(f, val)
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o link.Origin) bool {
		return o.Kind != link.OTable || o.Entry.Role != sdk.OriginHeader || !strings.EqualFold(o.Str, name) || o.Derived
	})
}

// renames lists the places that change the name of the tool, prompt or
// resource in the parameters of a request that is decoded from JSON.
func (v *View) renames() []Loc {
	var out []Loc
	for _, f := range v.Fns {
		if f.Clone != nil || !f.Main() || f.Test {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			switch in.Op {
			case effects.MapSet:
				if in.A[1].K == effects.Const && in.A[1].S == "name" && v.isParams(f, in.A[0]) {
					out = append(out, Loc{f, i})
				}
			case effects.Store:
				d := f.Def(in.A[0])
				if d == nil || d.Op != effects.Field {
					continue
				}
				t := d.S[:strings.LastIndexByte(d.S, '.')]
				if strings.HasSuffix(d.S, ".Name") && strings.Contains(strings.ToLower(t[strings.LastIndexByte(t, '.')+1:]), "params") && v.decoded(f, d.A[0]) {
					out = append(out, Loc{f, i})
				}
			}
		}
	}
	return out
}

// isParams reports whether a map is what stands under "params".
func (v *View) isParams(f *link.Fn, m effects.Val) bool {
	for range 6 {
		d := f.Def(m)
		if d == nil {
			return false
		}
		if d.Op == effects.MapGet {
			return d.A[1].K == effects.Const && d.A[1].S == "params"
		}
		if len(d.A) == 0 {
			return false
		}
		m = d.A[0]
	}
	return false
}

// decoded reports whether a function decodes JSON into the object that holds a
// field's struct.
func (v *View) decoded(f *link.Fn, base effects.Val) bool {
	root := baseAlloc(f, base)
	return root >= 0 && slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		return in.Op == effects.Call && in.Callee.Path == "encoding/json" && slices.ContainsFunc(in.A, func(a effects.Val) bool { return sameBase(f, a, root) })
	})
}

func sameBase(f *link.Fn, a effects.Val, root int32) bool {
	for range 4 {
		if a.K == effects.Reg && (a.I == root || baseAlloc(f, a) == root) {
			return true
		}
		d := f.Def(a)
		if d == nil || d.Op != effects.Convert {
			return false
		}
		a = d.A[0]
	}
	return false
}

// together reports whether two functions serve one request side by side: one
// calls the other, or a third calls both.
func (v *View) together(a, b *link.Fn) bool {
	near := func(f *link.Fn) map[*link.Fn]bool {
		m := map[*link.Fn]bool{f.Orig(): true}
		level := []*link.Fn{f}
		for range 3 {
			var next []*link.Fn
			for _, g := range level {
				for _, e := range g.Out {
					if o := e.To.Orig(); !m[o] {
						m[o] = true
						next = append(next, e.To)
					}
				}
			}
			level = next
		}
		return m
	}
	if near(a)[b.Orig()] || near(b)[a.Orig()] {
		return true
	}
	for _, e := range a.In {
		if v.InRequest(e.From) && near(e.From)[b.Orig()] {
			return true
		}
	}
	return false
}

// BareClients lists the places where a client written by hand sets a header of
// MCP on its requests, one for each package, in a program that never sets
// Mcp-Method.
func (v *View) BareClients() []Loc {
	var out []Loc
	seen := map[string]bool{}
	sets := false
	v.Calls(sdk.HeaderSet, func(l Loc, e sdk.Entry) {
		if l.In().Op != effects.Call || l.Fn.Test {
			return
		}
		sets = sets || v.namesHeader(l, e, "mcp-method")
		if _, ok := e.Int("value"); !ok || seen[l.Fn.Fn.Pkg] {
			return
		}
		k, ok := e.Int("name")
		if !ok || Arg(l.In(), k).K != effects.Const {
			return // copied from a map of headers
		}
		if (v.namesHeader(l, e, "mcp-session-id") || v.namesHeader(l, e, "mcp-protocol-version")) && v.sends(l) {
			seen[l.Fn.Fn.Pkg] = true
			out = append(out, l)
		}
	})
	if sets {
		return nil
	}
	return out
}

// sends reports whether a header belongs to a POST request that the program
// makes itself.
func (v *View) sends(l Loc) bool {
	in := l.In()
	if len(in.A) == 0 {
		return false
	}
	h := l.Fn.Def(in.A[0])
	if h == nil || h.Op != effects.Load || len(h.A) == 0 {
		return false
	}
	f := l.Fn.Def(h.A[0])
	if f == nil || f.Op != effects.Field || f.S != "net/http.Request.Header" {
		return false
	}
	for _, o := range v.Origins(l.Fn, f.A[0]) {
		if o.Kind == link.OHTTP {
			return false
		}
		if o.Kind != link.OExtern && o.Kind != link.OTable || o.Fn == nil || o.Instr < 0 {
			continue
		}
		call := &o.Fn.Code[o.Instr]
		e, ok := v.Role(call.Callee, sdk.HTTPRequest)
		if !ok {
			continue
		}
		if k, ok := e.Int("method"); ok && slices.Contains(v.Strings(o.Fn, Arg(call, k)), "POST") {
			return true
		}
	}
	return false
}
