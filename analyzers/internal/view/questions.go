package view

import (
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Before reports whether a known version is older than another.
func Before(version, other string) bool {
	return semver.IsValid(version) && semver.Compare(version, other) < 0
}

// Decides reports whether the value that an instruction yields does more than
// being recorded: it is compared, returned, stored, used as a key, or passed
// to code that is no logger.
func (v *View) Decides(l Loc) bool {
	in := l.In()
	if in.Dst < 0 {
		return false
	}
	d := &decider{v: v, seen: map[decideKey]bool{}}
	return d.value(l.Fn, in.Dst, 0)
}

type decideKey struct {
	fn *link.Fn
	r  int32
}

type decider struct {
	v    *View
	seen map[decideKey]bool
}

func (d *decider) value(f *link.Fn, r int32, depth int) bool {
	k := decideKey{f, r}
	if d.seen[k] || depth > 12 {
		return false
	}
	d.seen[k] = true
	for i := range f.Code {
		in := &f.Code[i]
		for pos, a := range in.A {
			if a.K != effects.Reg || a.I != r {
				continue
			}
			if d.use(f, i, in, pos, depth) {
				return true
			}
		}
	}
	for i := range f.Blocks {
		for _, g := range f.Blocks[i].Guards {
			if g.Cond.K == effects.Reg && g.Cond.I == r && !d.onlyLogs(f, int32(i)) {
				return true
			}
		}
	}
	return false
}

// use reports whether one use of a value matters.
func (d *decider) use(f *link.Fn, i int, in *effects.Instr, pos, depth int) bool {
	switch in.Op {
	case effects.Convert, effects.Copy, effects.Extract, effects.Field, effects.FieldVal, effects.Load, effects.Un, effects.Index, effects.IndexVal:
		return in.Dst >= 0 && d.value(f, in.Dst, depth+1)
	case effects.Bin:
		// Comparing with nil or "" guards a use; what the guarded code does decides.
		return d.value(f, in.Dst, depth+1)
	case effects.Store:
		if pos == 1 {
			// A local that is built up, as the variadic of a log call.
			if base := baseAlloc(f, in.A[0]); base >= 0 {
				return d.value(f, base, depth+1)
			}
			return true
		}
		return false
	case effects.MapGet, effects.MapSet, effects.MapDel, effects.Send, effects.Append:
		if in.Op == effects.Append && in.Dst >= 0 {
			return d.value(f, in.Dst, depth+1)
		}
		if in.Op == effects.MapSet && pos == 2 {
			if m := f.Def(in.A[0]); m != nil && m.Op == effects.MakeMap {
				return d.value(f, m.Dst, depth+1)
			}
		}
		return true
	case effects.Return:
		return d.returned(f, pos, depth)
	case effects.Call:
		return d.call(f, i, in, pos, depth)
	}
	return false
}

func baseAlloc(f *link.Fn, addr effects.Val) int32 {
	for {
		def := f.Def(addr)
		if def == nil {
			return -1
		}
		switch def.Op {
		case effects.Field, effects.Index:
			addr = def.A[0]
		case effects.Alloc, effects.MakeSlice:
			return def.Dst
		default:
			return -1
		}
	}
}

func (d *decider) returned(f *link.Fn, pos, depth int) bool {
	if len(f.In) == 0 {
		return true
	}
	for _, e := range f.In {
		in := &e.From.Code[e.Instr]
		if in.Dst < 0 {
			continue
		}
		if len(f.Results) == 1 {
			if d.value(e.From, in.Dst, depth+1) {
				return true
			}
			continue
		}
		for j := range e.From.Code {
			x := &e.From.Code[j]
			if x.Op == effects.Extract && x.A[0].K == effects.Reg && x.A[0].I == in.Dst && int(x.I) == pos {
				if d.value(e.From, x.Dst, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

func (d *decider) call(f *link.Fn, i int, in *effects.Instr, pos, depth int) bool {
	if d.v.records(in.Callee) {
		return false
	}
	body := false
	for _, e := range f.Out {
		if e.Instr != i || e.Kind == link.Callback {
			continue
		}
		body = true
		k := pos
		if in.Has(effects.Dynamic) {
			k--
		}
		if k >= 0 && k < len(e.To.Params) && d.value(e.To, int32(k), depth+1) {
			return true
		}
	}
	if body {
		return false
	}
	if pure(in.Callee) {
		return in.Dst >= 0 && d.value(f, in.Dst, depth+1)
	}
	return true
}

// pure reports whether outside code only makes a new value of its arguments.
func pure(s effects.Sym) bool {
	switch s.Path {
	case "fmt":
		return strings.HasPrefix(s.Name, "Sprint") || s.Name == "Errorf"
	case "strings", "strconv", "bytes", "unicode/utf8", "time":
		return true
	case "context":
		return s.Name == "WithValue"
	}
	return false
}

// records reports whether a call only logs, measures or traces.
func (v *View) records(s effects.Sym) bool {
	if s.Path == "fmt" && (strings.HasPrefix(s.Name, "Print") || strings.HasPrefix(s.Name, "Fprint")) {
		return true
	}
	if v.telemetry(s.Path + "." + s.Name) {
		return true
	}
	l := strings.ToLower(s.Name)
	return strings.Contains(l, "logger.") || strings.HasPrefix(l, "log.")
}

// onlyLogs reports whether a block does nothing but record.
func (d *decider) onlyLogs(f *link.Fn, blk int32) bool {
	for i := range f.Code {
		in := &f.Code[i]
		if in.Blk != blk {
			continue
		}
		switch in.Op {
		case effects.Return:
			// Leaving early skips what else is guarded, which is looked at as well.
			if len(f.Results) > 0 {
				return false
			}
		case effects.MapSet, effects.MapDel, effects.Send:
			return false
		case effects.Call:
			if !d.v.records(in.Callee) && !pure(in.Callee) && !d.computes(f, i, 0) {
				return false
			}
		}
	}
	return true
}

// computes reports whether a call leads only to functions of the module that
// compute their result, as those that make a text fit for a log.
func (d *decider) computes(f *link.Fn, instr, depth int) bool {
	found := false
	for _, e := range f.Out {
		if e.Instr != instr {
			continue
		}
		found = true
		if depth > 2 || e.Go {
			return false
		}
		for i := range e.To.Code {
			in := &e.To.Code[i]
			switch in.Op {
			case effects.MapSet, effects.MapDel, effects.Send:
				return false
			case effects.Store:
				if baseAlloc(e.To, in.A[0]) < 0 {
					return false
				}
			case effects.Call:
				if !d.v.records(in.Callee) && !pure(in.Callee) && !d.computes(e.To, i, depth+1) {
					return false
				}
			}
		}
	}
	return found
}

// EraGuarded reports whether a place only runs for clients of one era.
func (v *View) EraGuarded(l Loc) bool { return v.guardedEra(l.Fn, l.In(), 0) }

// OnlyEra reports whether all that is done with the value of a place is to ask
// which era the client belongs to: the protocol version in it is compared.
func (v *View) OnlyEra(l Loc) bool {
	asked := false
	seen := map[int32]bool{}
	var only func(r int32) bool
	only = func(r int32) bool {
		if seen[r] {
			return true
		}
		seen[r] = true
		for i := range l.Fn.Code {
			in := &l.Fn.Code[i]
			if !slices.Contains(in.A, effects.Val{K: effects.Reg, I: r}) {
				continue
			}
			switch in.Op {
			case effects.Field, effects.FieldVal, effects.Load, effects.Extract, effects.Convert:
				if in.Dst < 0 || !only(in.Dst) {
					return false
				}
			case effects.Bin:
				nothing := slices.ContainsFunc(in.A, func(a effects.Val) bool { return a.K == effects.Nil || a.K == effects.Const && a.S == "" })
				if !nothing && !v.eraCondition(l.Fn, effects.Val{K: effects.Reg, I: in.Dst}, 5) {
					return false
				}
				asked = asked || !nothing
			default:
				return false
			}
		}
		return true
	}
	return l.In().Dst >= 0 && only(l.In().Dst) && asked
}

func (v *View) eraCondition(f *link.Fn, c effects.Val, depth int) bool {
	if depth > 6 {
		return false
	}
	if c.K == effects.Const {
		return strings.HasPrefix(c.S, "2026-07-28")
	}
	d := f.Def(c)
	if d == nil {
		return false
	}
	if _, ok := v.Role(d.Callee, sdk.EraGuard); ok {
		return true
	}
	for _, a := range d.A {
		if v.eraCondition(f, a, depth+1) {
			return true
		}
	}
	return false
}

// KeysState reports whether the value of a place is a key of a state object.
func (v *View) KeysState(l Loc) bool {
	keys := Once(v, "keyorigins", func() map[Loc]bool {
		m := map[Loc]bool{}
		for _, st := range v.StateObjects() {
			for _, a := range st.Accesses {
				if a.Key.K == effects.None {
					continue
				}
				for _, o := range v.Origins(a.Fn, a.Key) {
					if o.Fn != nil && o.Instr >= 0 {
						m[Loc{o.Fn.Orig(), o.Instr}] = true
					}
				}
			}
		}
		return m
	})
	return keys[Loc{l.Fn.Orig(), l.Instr}]
}

// Stored reports whether the address that a field instruction yields is stored
// to: the field is set here.
func (v *View) Stored(l Loc) bool {
	in := l.In()
	for i := range l.Fn.Code {
		s := &l.Fn.Code[i]
		if s.Op == effects.Store && s.A[0].K == effects.Reg && s.A[0].I == in.Dst {
			return s.A[1].K != effects.Nil
		}
	}
	return false
}

// InHook reports whether a function only runs in hooks of the handshake.
func (v *View) InHook(f *link.Fn) bool {
	roots := v.Reached(f)
	for _, r := range roots {
		if r.Kind != sdk.RootHook || !handshakeHook(r.Hook) {
			return false
		}
	}
	return len(roots) > 0
}

// FromSessionObject reports whether a place reads a session rather than the
// parameters of the initialize request itself.
func (v *View) FromSessionObject(l Loc) bool {
	in := l.In()
	return in.Op == effects.Call
}

// FreshServer reports whether the server whose list is changed is made by the
// same request.
func (v *View) FreshServer(l Loc) bool {
	in := l.In()
	if len(in.A) == 0 {
		return false
	}
	objs := v.Objects(l.Fn, in.A[0])
	if len(objs) == 0 {
		return false
	}
	for _, o := range objs {
		if o.Fn == nil || !v.InRequest(o.Fn) {
			return false
		}
	}
	return true
}

// PathFrom is PathTo for given roots.
func (v *View) PathFrom(roots []*link.Root, l Loc, what string) ([]Frame, *link.Root) {
	rs := slices.Clone(roots)
	sortRoots(rs)
	for _, r := range rs {
		for _, g := range v.Copies(l.Fn) {
			if steps := v.Path(r, g); steps != nil {
				return v.frames(r, steps, Loc{g, l.Instr}, what), r
			}
		}
	}
	return []Frame{{l.Pos(), l.Fn.Name, what}}, nil
}

// ServerName is a place where a server is named.
type ServerName struct {
	Loc
	Source Source
}

// ServerNames lists the places where servers are named.
func (v *View) ServerNames() []ServerName {
	var out []ServerName
	add := func(l Loc, val effects.Val) {
		if l.Fn.Test {
			return
		}
		for _, n := range out {
			if n.Pos() == l.Pos() {
				return
			}
		}
		out = append(out, ServerName{l, v.Class(l.Fn, val)})
	}
	records := map[link.Object]bool{} // implementation records that servers are made with
	v.Calls(sdk.ServerNew, func(l Loc, e sdk.Entry) {
		k, ok := e.Int("name")
		if !ok || l.In().Op != effects.Call {
			return
		}
		arg := Arg(l.In(), k)
		if v.RegType(l.Fn, arg) == "string" || arg.K == effects.Const {
			add(l, arg)
			return
		}
		for _, g := range v.Copies(l.Fn) {
			for _, o := range v.Objects(g, arg) {
				records[o] = true
			}
		}
	})
	for _, f := range v.Fns {
		if !f.Main() || f.Clone != nil {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Store {
				continue
			}
			d := f.Def(in.A[0])
			if d == nil || d.Op != effects.Field || d.Callee.IsZero() {
				continue
			}
			dot := strings.LastIndex(d.Callee.Name, ".")
			if dot < 0 {
				continue
			}
			if e, ok := v.Tab.Role(d.Callee.Path, d.Callee.Name[:dot], d.Callee.Ver, sdk.ServerName); ok && e.Get("name") == d.Callee.Name[dot+1:] {
				for _, o := range v.Objects(f, d.A[0]) {
					if records[o] {
						add(Loc{f, i}, in.A[1])
					}
				}
			}
		}
	}
	return out
}

// ComparesOwner reports whether a function, or one that calls it, compares the
// authenticated caller with something.
func (v *View) ComparesOwner(f *link.Fn, depth int) bool {
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Bin || in.S != "==" && in.S != "!=" {
			continue
		}
		if in.A[0].K == effects.Reg && in.A[1].K == effects.Reg && (v.Class(f, in.A[0]) | v.Class(f, in.A[1])).Has(FromPrincipal) {
			return true
		}
	}
	if depth == 0 {
		return false
	}
	for _, e := range f.In {
		if v.ComparesOwner(e.From, depth-1) {
			return true
		}
	}
	return false
}

// Scale lowers a severity when requests cannot reach another replica.
func (v *View) Scale(s Severity) Severity { return v.scale(s) }

// OnlyInProcess reports whether the module serves in-process transports alone.
func (v *View) OnlyInProcess() bool { return v.Serves("memory") && !v.Serves("http", "sse", "stdio") }

// Injected reports whether what a field is set to comes from outside the
// function: its caller decides.
func (l Loc) Injected(v *View) bool {
	in := l.In()
	for i := range l.Fn.Code {
		s := &l.Fn.Code[i]
		if in.Op == effects.Field && s.Op == effects.Store && s.A[0].K == effects.Reg && s.A[0].I == in.Dst {
			for _, o := range v.Origins(l.Fn, s.A[1]) {
				if o.Kind != link.OParam {
					return false
				}
			}
			return true
		}
	}
	return false
}

// Grows reports whether keys of a container come from an open set.
func (v *View) Grows(st *State) bool {
	return st.WriteKeys.Has(FromSession | FromSessionName | FromArg | FromStrongID | FromWeakID | FromCount | FromClock | FromHTTP | FromPrincipal | FromUnknown)
}

// Authenticates reports whether the module knows who calls.
func (v *View) Authenticates() bool { return len(v.AuthenticatesIn()) > 0 }

// AuthenticatesIn are the import paths of the packages that ask who calls.
func (v *View) AuthenticatesIn() map[string]bool {
	return Once(v, "auth", func() map[string]bool {
		found := map[string]bool{}
		v.Calls(sdk.OriginPrincipal, func(l Loc, _ sdk.Entry) {
			if !l.Fn.Test && !l.Fn.Pkg.Handles {
				found[l.Fn.Pkg.Path] = true
			}
		})
		v.Calls(sdk.OriginHeader, func(l Loc, e sdk.Entry) {
			if k, ok := e.Int("name"); ok && !l.Fn.Test && v.InRequest(l.Fn) && l.In().Op == effects.Call {
				for _, s := range v.Strings(l.Fn, Arg(l.In(), k)) {
					if strings.EqualFold(s, "authorization") {
						found[l.Fn.Pkg.Path] = true
					}
				}
			}
		})
		return found
	})
}

// Verifies reports whether a function, or one that it calls within the module,
// verifies a signature or opens a seal.
func (v *View) Verifies(f *link.Fn) bool {
	seen := map[*link.Fn]bool{}
	var walk func(f *link.Fn, depth int) bool
	walk = func(f *link.Fn, depth int) bool {
		if seen[f] || depth > 4 {
			return false
		}
		seen[f] = true
		for i := range f.Code {
			if f.Code[i].Op != effects.Call {
				continue
			}
			for _, e := range v.Entries(f.Code[i].Callee) {
				if e.Role == sdk.Open || e.Role == sdk.KeyUse || e.Role == sdk.Seal {
					return true
				}
			}
			for _, s := range v.ExtCallees(f, i) {
				if _, ok := v.Role(s, sdk.Open); ok {
					return true
				}
			}
		}
		for _, e := range f.Out {
			if walk(e.To, depth+1) {
				return true
			}
		}
		return false
	}
	return walk(f, 0)
}

// In lists the places of a role inside one function.
func (v *View) In(f *link.Fn, role sdk.Role) []Loc {
	var out []Loc
	for _, c := range v.callIndex()[role] {
		// The body of a range over a function is a literal of its own.
		if c.Fn == f.Orig() || inside(v, c.Fn, f) {
			out = append(out, c.Loc)
		}
	}
	return out
}

// Answers reports whether the value that an instruction yields becomes part of
// what a request handler returns.
func (v *View) Answers(l Loc) bool {
	in := l.In()
	if in.Dst < 0 {
		return false
	}
	seen := map[decideKey]bool{}
	var flows func(f *link.Fn, r int32, depth int) bool
	flows = func(f *link.Fn, r int32, depth int) bool {
		k := decideKey{f, r}
		if seen[k] || depth > 14 {
			return false
		}
		seen[k] = true
		for i := range f.Code {
			x := &f.Code[i]
			for pos, a := range x.A {
				if a.K != effects.Reg || a.I != r {
					continue
				}
				switch x.Op {
				case effects.Convert, effects.Copy, effects.Extract, effects.Un, effects.Bin, effects.Append, effects.Field, effects.FieldVal, effects.Load:
					if x.Dst >= 0 && flows(f, x.Dst, depth+1) {
						return true
					}
				case effects.Store:
					if pos == 1 {
						if base := baseAlloc(f, x.A[0]); base >= 0 && flows(f, base, depth+1) {
							return true
						}
					}
				case effects.MapSet:
					if m := f.Def(x.A[0]); pos == 2 && m != nil && m.Op == effects.MakeMap && flows(f, m.Dst, depth+1) {
						return true
					}
				case effects.Return:
					if v.isRoot(f) {
						return true
					}
					for _, e := range f.In {
						c := &e.From.Code[e.Instr]
						if c.Dst < 0 {
							continue
						}
						if len(f.Results) == 1 {
							if flows(e.From, c.Dst, depth+1) {
								return true
							}
							continue
						}
						for j := range e.From.Code {
							ex := &e.From.Code[j]
							if ex.Op == effects.Extract && ex.A[0].K == effects.Reg && ex.A[0].I == c.Dst && int(ex.I) == pos && flows(e.From, ex.Dst, depth+1) {
								return true
							}
						}
					}
				case effects.Call:
					if v.records(x.Callee) {
						continue
					}
					body := false
					for _, e := range f.Out {
						if e.Instr != i || e.Kind == link.Callback {
							continue
						}
						body = true
						kk := pos
						if x.Has(effects.Dynamic) {
							kk--
						}
						if kk >= 0 && kk < len(e.To.Params) && flows(e.To, int32(kk), depth+1) {
							return true
						}
					}
					if body {
						continue
					}
					if writesResponse(x.Callee) {
						return true
					}
					if x.Dst >= 0 && flows(f, x.Dst, depth+1) {
						return true
					}
				}
			}
		}
		return false
	}
	return flows(l.Fn, in.Dst, 0)
}

// writesResponse reports whether a call writes an HTTP response.
func writesResponse(s effects.Sym) bool {
	switch s.Path + "." + s.Name {
	case "encoding/json.Encoder.Encode", "net/http.ResponseWriter.Write", "io.WriteString", "fmt.Fprintf", "fmt.Fprint", "fmt.Fprintln":
		return true
	}
	return false
}

func (v *View) isRoot(f *link.Fn) bool {
	return Once(v, "rootfns", func() map[*link.Fn]bool {
		m := map[*link.Fn]bool{}
		for _, r := range v.Roots {
			m[r.Fn] = m[r.Fn] || !r.Hand
		}
		return m
	})[f]
}

// beside reports whether only pages and APIs beside MCP reach an object.
func (v *View) beside(st *State) bool {
	return len(st.Roots) > 0 && !slices.ContainsFunc(st.Roots, func(r *link.Root) bool { return r.Kind != sdk.RootHTTP || v.speaksMCP(r) })
}

// speaksMCP reports whether a root serves MCP rather than a console, a health
// check or an API of the same program.
func (v *View) speaksMCP(r *link.Root) bool {
	if r.Kind != sdk.RootHTTP {
		return r.Kind != link.RootAPI
	}
	m := Once(v, "speaks", func() map[*link.Root]bool {
		m := map[*link.Root]bool{}
		headers := map[*link.Fn]bool{}
		for _, h := range v.SessionHeaders() {
			headers[h.Fn] = true
		}
		for _, f := range v.Fns {
			if !v.InRequest(f) {
				continue
			}
			if !headers[f.Orig()] && !v.callsSDK(f) && !speaksWire(f) {
				continue
			}
			for _, r := range v.RootsOf(f) {
				m[r] = true
			}
		}
		return m
	})
	return m[r]
}

// callsSDK reports whether a function handles a request with an SDK's help;
// setting a server up does not count.
func (v *View) callsSDK(f *link.Fn) bool {
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Call || !v.Tab.IsSDK(in.Callee.Path) {
			continue
		}
		for _, e := range v.Entries(in.Callee) {
			r := string(e.Role)
			if strings.HasPrefix(r, "origin.") || strings.HasPrefix(r, "result.") || strings.HasPrefix(r, "push.") {
				return true
			}
		}
	}
	return false
}

// speaksWire reports whether a function handles MCP messages by their names.
func speaksWire(f *link.Fn) bool {
	for i := range f.Code {
		for _, a := range f.Code[i].A {
			if a.K == effects.Const && a.I == 1 && (a.S == "tools/call" || a.S == "tools/list" || strings.Contains(a.S, "event: endpoint")) {
				return true
			}
		}
	}
	return false
}

// HandshakeHook is a hook of the handshake that changes state.
type HandshakeHook struct {
	Object, Package string
	Site            effects.Pos
	Path            []Frame
	Related         []Place
}

// HandshakeHooks lists the hooks of the handshake on whose behalf state is
// changed.
func (v *View) HandshakeHooks() []HandshakeHook {
	byRoot := map[*link.Root]*HandshakeHook{}
	var order []*link.Root
	for _, st := range v.StateObjects() {
		if n := v.Judge(st).Nature; n == Harmless || n == Handshake {
			continue // what only the handshake sets has a card of its own
		}
		for _, as := range [][]*link.Access{st.Writes, st.Deletes} {
			for _, a := range as {
				for _, r := range v.RootsOf(a.Fn) {
					if r.Kind != sdk.RootHook || !handshakeHook(r.Hook) || r.Inferred || !r.Fn.Main() {
						continue
					}
					h := byRoot[r]
					if h == nil {
						h = &HandshakeHook{Object: r.Fn.Pkg.Name + "." + r.Fn.Name + ": " + r.Hook + " hook", Package: r.Fn.Fn.Pkg, Site: r.Reg}
						h.Path = v.frames(r, v.Path(r, a.Fn), Loc{a.Fn, a.Instr}, verb(a)+" "+short(st.Object))
						byRoot[r] = h
						order = append(order, r)
					}
					if len(h.Related) < 20 {
						h.Related = append(h.Related, Place{a.Pos(), verb(a) + " " + short(st.Object)})
					}
				}
			}
		}
	}
	var out []HandshakeHook
	for _, r := range order {
		out = append(out, *byRoot[r])
	}
	return out
}

// CopiedHeaders lists the places where whatever headers came in are set on
// another request, the session header among them.
func (v *View) CopiedHeaders() []Loc {
	var out []Loc
	seen := map[string]bool{}
	v.Calls(sdk.HeaderSet, func(l Loc, e sdk.Entry) {
		k, ok := e.Int("name")
		if !ok || l.In().Op != effects.Call || l.Fn.Test || seen[l.Fn.Fn.ID] {
			return
		}
		name := Arg(l.In(), k)
		if len(v.Strings(l.Fn, name)) > 0 {
			return
		}
		d := l.Fn.Def(name)
		if d == nil || d.Op != effects.Extract || d.I != 1 {
			return
		}
		next := l.Fn.Def(d.A[0])
		if next == nil || next.Op != effects.Next {
			return
		}
		rng := l.Fn.Def(next.A[0])
		if rng == nil || rng.Op != effects.Range || !v.TypeRole(rng.S, sdk.TypeHeader) && !v.TypeRole(v.RegType(l.Fn, rng.A[0]), sdk.TypeHeader) {
			return
		}
		if !v.Class(l.Fn, rng.A[0]).Has(FromHTTP|FromPrincipal|FromRequest) || v.filtersHeaders(l.Fn) {
			return
		}
		seen[l.Fn.Fn.ID] = true
		out = append(out, l)
	})
	return out
}

// filtersHeaders reports whether a function looks at header names while it
// copies.
func (v *View) filtersHeaders(f *link.Fn) bool {
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op == effects.Call && in.Callee.Path == "strings" && (in.Callee.Name == "EqualFold" || in.Callee.Name == "ToLower" || in.Callee.Name == "HasPrefix") {
			return true
		}
		if in.Op == effects.MapGet {
			return true // a set of names
		}
	}
	return false
}

// Makers lists the functions that return a type: its constructors.
func (v *View) Makers(typ string) []*link.Fn {
	var out []*link.Fn
	for _, f := range v.Fns {
		if f.Clone == nil && f.Parent == "" && !f.Recv && !f.Test && len(f.Results) > 0 && strings.TrimLeft(f.Results[0].Type, "*") == strings.TrimLeft(typ, "*") {
			out = append(out, f)
		}
	}
	return out
}

// FromBus reports whether a place only runs when a bus calls it: a literal
// handed to code outside the program and reached from no request.
func (v *View) FromBus(l Loc) bool {
	if l.Fn.Parent == "" || v.InRequest(l.Fn) {
		return false
	}
	for _, e := range l.Fn.In {
		if e.Kind != link.Callback {
			return false
		}
	}
	return true
}

// HarmlessManager reports whether a place gives a transport an id manager that
// keeps nothing.
func (v *View) HarmlessManager(l Loc) bool {
	e, ok := v.Role(l.In().Callee, sdk.TransportOption)
	if !ok {
		return false
	}
	k, ok := e.Int("value")
	return ok && e.Get("sets") == "manager" && v.checksForm(l.Fn, Arg(l.In(), k))
}
