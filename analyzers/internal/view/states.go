package view

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Source is a set of kinds of origin, as bits.
type Source uint32

// Where keys and values come from, as far as rules care.
const (
	FromSession     Source = 1 << iota // the protocol session, by id, object or header
	FromSessionName                    // only a name suggests a session
	FromArg                            // arguments of the request
	FromPrincipal                      // the authenticated caller, or a digest of its credential
	FromRequestID                      // the JSON-RPC id
	FromHTTP                           // another part of the HTTP request
	FromClientInfo                     // what the client said at the handshake
	FromStrongID                       // minted, unguessable
	FromWeakID                         // minted from a counter, the time or a weak source
	FromClock                          //
	FromHost                           // differs per process
	FromConfig                         // environment, flags, files
	FromConst                          //
	FromOutside                        // result of outside code
	FromCount                          // a length or a running number
	FromUnknown                        // supplied by callers outside the module
	FromRequest                        // the request or its context as a whole
)

// Has reports whether any of the bits is set.
func (s Source) Has(o Source) bool { return s&o != 0 }

var sessionName = regexp.MustCompile(`(?i)^(mcp_?)?(sid|sess|session|session_?id|mcp_?session_?id|sessionkey)$`)

// Direct sorts the origins of a value that reach it unchanged, not those from
// which outside code computed it.
func (v *View) Direct(f *link.Fn, val effects.Val) Source {
	var s Source
	for _, o := range v.Origins(f, val) {
		if !o.Derived {
			s |= v.classOf(o)
		}
	}
	return s
}

// Class sorts the origins of a value.
func (v *View) Class(f *link.Fn, val effects.Val) Source {
	var s Source
	if v.TypeRole(v.RegType(f, val), sdk.TypeSession) {
		s |= FromSession
	}
	for _, o := range v.Origins(f, val) {
		if !o.Carried {
			s |= v.classOf(o)
		}
	}
	return s
}

// carried sorts what only travels along with the making of a value, in a
// context: a client may take the caller's credential from there.
func (v *View) carried(f *link.Fn, val effects.Val) Source {
	var s Source
	for _, o := range v.Origins(f, val) {
		if o.Carried {
			s |= v.classOf(o)
		}
	}
	return s
}

func (v *View) classOf(o link.Origin) Source {
	switch o.Kind {
	case link.OConst, link.OLiteral:
		return FromConst
	case link.OArg:
		return FromArg
	case link.OSession:
		return FromSession
	case link.OHTTP:
		return FromHTTP
	case link.ORequest, link.OContext, link.OInput:
		if o.Kind == link.OContext {
			return contextSource(o.Str)
		}
		return FromRequest
	case link.OParam:
		if sessionName.MatchString(o.Str) {
			return FromSessionName | FromUnknown
		}
		return FromUnknown
	case link.OMemory:
		if o.Str == "os.Stdin" && v.withoutSDK() {
			return FromArg // the messages of a stdio transport written by hand
		}
	case link.OExtern:
		return FromOutside
	case link.OCount:
		return FromCount
	case link.OTable:
		switch o.Entry.Role {
		case sdk.OriginSessionID, sdk.OriginSession:
			return FromSession
		case sdk.OriginArg, sdk.OriginListCursor, sdk.OriginAnswers, sdk.OriginRequestState:
			return FromArg
		case sdk.OriginPrincipal, sdk.OriginClaims:
			return FromPrincipal
		case sdk.OriginRequestID:
			return FromRequestID
		case sdk.OriginClientInfo:
			if f := o.Entry.Get("from"); f == "request" || f == "roots" {
				return FromRequest
			}
			return FromClientInfo
		case sdk.OriginHeader:
			return headerSource(o.Str)
		case sdk.OriginHTTPParam:
			if o.Str != "" && sessionName.MatchString(strings.ReplaceAll(o.Str, "-", "_")) {
				return FromSession
			}
			return FromHTTP
		case sdk.OriginContext:
			return contextSource(o.Str)
		case sdk.OriginEnv, sdk.OriginFlag:
			return FromConfig
		case sdk.OriginClock:
			return FromClock
		case sdk.OriginHost:
			return FromHost
		case sdk.OriginRandom, sdk.OriginID:
			if o.Entry.Get("strength") == "strong" {
				return FromStrongID
			}
			return FromWeakID
		}
	}
	return 0
}

// withoutSDK reports whether all tools are those of a dispatcher written by hand.
func (v *View) withoutSDK() bool {
	return Once(v, "withoutsdk", func() bool {
		return slices.ContainsFunc(v.Roots, func(r *link.Root) bool { return r.Hand }) &&
			!slices.ContainsFunc(v.Pkgs, func(p *effects.Package) bool { return p.Main && len(p.SDKs) > 0 })
	})
}

// contextSource sorts a value of the context by its key. Other sessions than
// the protocol's live in contexts too: the name alone is a weak sign.
func contextSource(key string) Source {
	l := strings.ToLower(key)
	switch {
	case strings.Contains(l, "session") && strings.Contains(l, "mcp"):
		return FromSession
	case strings.Contains(l, "user"), strings.Contains(l, "token"), strings.Contains(l, "auth"), strings.Contains(l, "claims"), strings.Contains(l, "principal"), strings.Contains(l, "tenant"), strings.Contains(l, "subject"), strings.Contains(l, "identity"):
		return FromPrincipal
	}
	return FromRequest
}

// headerSource sorts a request header by its name.
func headerSource(name string) Source {
	l := strings.ToLower(name)
	switch {
	case l == "mcp-session-id":
		return FromSession
	case l == "user-agent":
		return FromHTTP // what program calls, not who
	case l == "authorization", strings.Contains(l, "token"), strings.Contains(l, "api-key"), strings.Contains(l, "apikey"), strings.Contains(l, "user"), strings.Contains(l, "cookie"):
		return FromPrincipal
	}
	return FromHTTP
}

// State is a state object with what rules want to know of it.
type State struct {
	*link.State
	Main       bool
	Writes     []*link.Access // on request paths
	Reads      []*link.Access // on request paths, of the contents
	Deletes    []*link.Access // anywhere
	Keys       Source         // of every keyed access on request paths
	WriteKeys  Source
	DirectKeys Source // of writes, without what outside code computed
	Values     Source // of what requests write
	Carried    Source // of what travels along in the making of it
	Direct     Source // the same, without what outside code computed
	Elems      []string
	Live       string // kind of a live resource that it holds
	TTL        bool
	Bounded    bool // it drops its oldest entries when it is full
	Keyed      bool // has keyed accesses
	Rebuilds   bool // a miss makes the entry anew
	Roots      []*link.Root
	Writers    []*link.Root
	Readers    []*link.Root
	Async      bool // written from a goroutine that a request started
}

// StateObjects lists the state objects of the module that requests change.
func (v *View) StateObjects() []*State {
	if v.states != nil {
		return v.states
	}
	v.states = []*State{}
	for _, s := range v.Program.States() {
		if !declared(s) {
			continue
		}
		st := v.state(s)
		if len(st.Writes) == 0 {
			continue // a registry: filled before requests come
		}
		v.states = append(v.states, st)
	}
	return v.states
}

// declared reports whether a state object is declared in the packages that are
// audited, outside of tests and of the package that stores for the others.
func declared(s *link.State) bool {
	return s.Pkg.Main && !s.Pkg.Handles && s.Pos.IsValid() && !strings.HasSuffix(s.Pos.File, "_test.go")
}

// HeldResources lists live resources that start-up opens and requests use: all
// callers of a replica share them, and no other replica has them.
func (v *View) HeldResources() []*State {
	return Once(v, "held", func() []*State {
		var out []*State
		for _, s := range v.Program.States() {
			if !declared(s) {
				continue
			}
			st := v.state(s)
			if len(st.Writes) > 0 || len(st.Reads) == 0 {
				continue
			}
			st.Live = v.directLive(st)
			if st.Live == "" || !slices.ContainsFunc(st.Readers, func(r *link.Root) bool { return !r.Inferred || r.Kind != sdk.RootHTTP }) {
				continue
			}
			out = append(out, st)
		}
		return out
	})
}

// directLive is the kind of live resource that an object holds itself.
func (v *View) directLive(st *State) string {
	for _, sym := range v.OpenedBy(st.State) {
		if e, ok := v.Role(sym, sdk.LiveOpen); ok {
			switch k := e.Get("kind"); k {
			case "browser", "page", "process", "debugger", "lsp", "ssh", "pty", "ws", "tx":
				return k
			}
		}
	}
	for _, t := range append([]string{st.Type}, st.Elems...) {
		for {
			t = strings.TrimLeft(t, "*")
			e := elemKey(t)
			if e == "" {
				break
			}
			t = e
		}
		dot := strings.LastIndex(t, ".")
		if dot < 0 {
			continue
		}
		e, ok := v.Tab.Role(t[:dot], t[dot+1:], "", sdk.Live)
		if !ok {
			continue
		}
		switch k := e.Get("kind"); k {
		case "browser", "page", "process", "debugger", "lsp", "ssh", "pty", "ws", "tx":
			return k
		case "client":
			if v.Tab.IsSDK(t[:dot]) {
				return k
			}
		}
	}
	return ""
}

func (v *View) state(s *link.State) *State {
	st := &State{State: s, Main: s.Pkg.Main}
	rootSet := func(dst *[]*link.Root, f *link.Fn) {
		for _, r := range v.RootsOf(f) {
			if !slices.Contains(*dst, r) {
				*dst = append(*dst, r)
			}
		}
	}
	for _, a := range s.Accesses {
		if a.Fn.Test {
			continue
		}
		if a.Kind == link.Delete {
			st.Deletes = append(st.Deletes, a)
		}
		if !v.ByRequest(a) {
			continue
		}
		if a.Ref && !a.All {
			continue
		}
		keyed := a.Key.K != effects.None
		if keyed && a.Depth == 0 {
			st.Keyed = true
			c := v.Class(a.Fn, a.Key)
			st.Keys |= c
			if a.Writes() && a.Kind != link.Delete {
				st.WriteKeys |= c
				st.DirectKeys |= v.Direct(a.Fn, a.Key)
			}
		}
		if a.Writes() {
			if a.Kind == link.Delete && a.Depth == 0 {
				continue
			}
			if v.initialises(a) {
				continue
			}
			st.Writes = append(st.Writes, a)
			rootSet(&st.Writers, a.Fn)
			if a.Val.K != effects.None {
				st.Values |= v.Class(a.Fn, a.Val)
				st.Carried |= v.carried(a.Fn, a.Val)
				st.Direct |= v.Direct(a.Fn, a.Val)
			}
			if v.async(a.Fn) {
				st.Async = true
			}
			continue
		}
		st.Reads = append(st.Reads, a)
		rootSet(&st.Readers, a.Fn)
	}
	st.Roots = append(st.Roots, st.Writers...)
	for _, r := range st.Readers {
		if !slices.Contains(st.Roots, r) {
			st.Roots = append(st.Roots, r)
		}
	}
	sortRoots(st.Roots)
	sortRoots(st.Writers)
	sortRoots(st.Readers)
	st.Elems = v.ElemTypes(s)
	st.Live = v.liveKind(s, st.Elems)
	switch v.lifetime(s) {
	case "":
	case "size":
		st.Bounded = true
	default:
		st.TTL = true
	}
	st.Rebuilds = v.rebuilds(st)
	return st
}

func sortRoots(rs []*link.Root) {
	slices.SortFunc(rs, func(a, b *link.Root) int { return cmp.Or(rank(a)-rank(b), cmp.Compare(a.Name(), b.Name()), a.ID-b.ID) })
}

// initialises reports whether a write fills an object that the same call made.
func (v *View) initialises(a *link.Access) bool {
	in := a.In()
	switch {
	case len(in.A) == 0:
		return false
	case in.Op == effects.MapSet:
		m := a.Fn.Def(in.A[0])
		return m != nil && (m.Op == effects.MakeMap || ownPart(a.Fn, m))
	case in.Op != effects.Store:
		return false
	}
	d := a.Fn.Def(in.A[0])
	for d != nil && (d.Op == effects.Field || d.Op == effects.Index) {
		base := a.Fn.Def(d.A[0])
		if base == nil {
			return false
		}
		if base.Op == effects.Alloc || base.Op == effects.MakeSlice || base.Op == effects.MakeMap || ownPart(a.Fn, base) {
			return true
		}
		d = base
	}
	return false
}

// ownPart reports whether an instruction loads a field of a struct that the
// function made, into which it has put what it made, too, on every way there.
func ownPart(f *link.Fn, load *effects.Instr) bool {
	if load.Op != effects.Load {
		return false
	}
	field := f.Def(load.A[0])
	if field == nil || field.Op != effects.Field {
		return false
	}
	if base := f.Def(field.A[0]); base == nil || base.Op != effects.Alloc {
		return false
	}
	var made, other []int32 // blocks
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Store {
			continue
		}
		if to := f.Def(in.A[0]); to == nil || to.Op != effects.Field || to.S != field.S || to.A[0] != field.A[0] {
			continue
		}
		val := f.Def(in.A[1])
		switch {
		case val == nil || val.Op != effects.MakeSlice && val.Op != effects.MakeMap && val.Op != effects.Alloc:
			other = append(other, in.Blk)
		case dominates(f, in.Blk, load.Blk):
			made = append(made, in.Blk)
		}
	}
	return slices.ContainsFunc(made, func(m int32) bool {
		return !slices.ContainsFunc(other, func(o int32) bool { return dominates(f, m, o) })
	})
}

// async reports whether a function runs in a goroutine that a request starts.
func (v *View) async(f *link.Fn) bool {
	return Once(v, "async", func() map[*link.Fn]bool {
		return v.startedBy(func(e *link.Edge) bool { return e.Go })
	})[f]
}

// afterwards reports whether a function runs in a goroutine that a request
// starts, or from a timer or when the request's context ends.
func (v *View) afterwards(f *link.Fn) bool {
	return Once(v, "afterwards", func() map[*link.Fn]bool {
		return v.startedBy(func(e *link.Edge) bool {
			_, ok := v.Role(e.From.Code[e.Instr].Callee, sdk.GoSpawn)
			return ok || e.Go
		})
	})[f]
}

// startedBy lists the functions that run on certain edges only.
func (v *View) startedBy(starts func(*link.Edge) bool) map[*link.Fn]bool {
	m := map[*link.Fn]bool{}
	var work []*link.Fn
	for _, g := range v.Fns {
		for _, e := range g.Out {
			if v.InRequest(g) && starts(e) && !m[e.To] {
				m[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.Out {
			if !m[e.To] && onlyFrom(e.To, m) {
				m[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return m
}

// onlyFrom reports whether every caller of a function is in the set.
func onlyFrom(f *link.Fn, set map[*link.Fn]bool) bool {
	for _, e := range f.In {
		if !set[e.From] {
			return false
		}
	}
	return true
}

// innermost is what a type holds or points to in the end.
func innermost(t string) string {
	for {
		u := strings.TrimLeft(t, "*")
		if e := elemKey(u); e != "" {
			u = e
		}
		if u == t {
			return t
		}
		t = u
	}
}

// liveKind names the live resource that a state object holds, if any.
func (v *View) liveKind(s *link.State, elems []string) string {
	seen := map[string]bool{}
	var look func(t string, depth int) string
	look = func(t string, depth int) string {
		t = innermost(t)
		if seen[t] || depth > 3 {
			return ""
		}
		seen[t] = true
		if dot := strings.LastIndex(t, "."); dot > 0 {
			if e, ok := v.Tab.Role(t[:dot], t[dot+1:], "", sdk.Live); ok {
				return e.Get("kind")
			}
		}
		if td := v.Type(t); td != nil && td.Under == "struct" {
			for _, f := range td.Fields {
				if k := look(f.Type, depth+1); k != "" {
					return k
				}
			}
		}
		return ""
	}
	if k := look(s.Type, 0); k != "" {
		return k
	}
	for _, e := range elems {
		if k := look(e, 1); k != "" {
			return k
		}
	}
	return ""
}

func elemKey(t string) string {
	switch {
	case strings.HasPrefix(t, "[]"):
		return t[2:]
	case strings.HasPrefix(t, "chan "):
		return t[5:]
	case strings.HasPrefix(t, "map["):
		depth := 0
		for i := 3; i < len(t); i++ {
			if t[i] == '[' {
				depth++
			} else if t[i] == ']' {
				if depth--; depth == 0 {
					return t[i+1:]
				}
			}
		}
	}
	return ""
}

// lifetime is what makes the entries of a container leave by themselves, as the
// tables say: an age, or that it is full ("size").
func (v *View) lifetime(s *link.State) string {
	t := strings.TrimLeft(s.Type, "*")
	if dot := strings.LastIndex(t, "."); dot > 0 {
		if e, ok := v.Tab.Role(t[:dot], t[dot+1:], "", sdk.Container); ok && e.Get("ttl") != "no" {
			return e.Get("ttl")
		}
	}
	return ""
}

// inside reports whether a literal stands inside a function, at any depth.
func inside(v *View, f, outer *link.Fn) bool {
	f = f.Orig()
	for f.Parent != "" {
		f = v.FnByID(f.Parent)
		if f == nil {
			return false
		}
		if f == outer.Orig() {
			return true
		}
	}
	return false
}

// outermost is the declared function around a literal.
func outermost(v *View, f *link.Fn) *link.Fn {
	f = f.Orig()
	for f.Parent != "" {
		p := v.FnByID(f.Parent)
		if p == nil {
			break
		}
		f = p
	}
	return f
}
