package view

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// ProcessKey is key material that one process makes for itself.
type ProcessKey struct {
	Object     string
	Gen, Use   Loc
	What       string
	Confidence Confidence
	Stdio      bool
	File       bool // kept in a file, which the next process on this disk finds
	Host       bool // derived from what the host is called
	Fallback   bool // configuration can give another
}

// ProcessKeys lists keys that are made in the process, at random or from what
// its host is called, and used for something that outlives a request.
func (v *View) ProcessKeys() []ProcessKey {
	return Once(v, "keys", func() []ProcessKey {
		var out []ProcessKey
		seen := map[string]bool{}
		v.Calls(sdk.KeyUse, func(l Loc, e sdk.Entry) {
			in := l.In()
			k, ok := e.Int("arg")
			if l.Fn.Test {
				return
			}
			var val effects.Val
			switch {
			case in.Op == effects.Field: // a field of a configuration
				val = storedIn(l.Fn, in.Dst)
			case !ok || in.Op != effects.Call:
				return
			case k < 0 && len(in.A) > 0:
				val = in.A[0]
			default:
				val = Arg(in, k)
			}
			for _, g := range v.Copies(l.Fn) {
				for _, o := range v.Origins(g, val) {
					if o.Kind != link.OTable || o.Fn == nil || o.Instr < 0 || o.Fn.Test || !o.Fn.Main() {
						continue
					}
					pk := ProcessKey{Object: o.Fn.Pkg.Name + "." + o.Fn.Name + ": key", Gen: Loc{o.Fn, o.Instr}, Use: l, What: what(e), Confidence: Sure}
					switch o.Entry.Role {
					case sdk.OriginHost:
						pk.Host = true
					case sdk.OriginRandom, sdk.OriginID, sdk.KeyGen:
						if o.Derived {
							continue
						}
					default:
						continue
					}
					if v.perCall(o, g) || !v.sealsInRequest(g) {
						continue
					}
					if pk.File = v.ownFile(o); !pk.File && v.persisted(o) {
						continue
					}
					key := o.Pos().String()
					if seen[key] {
						continue
					}
					seen[key] = true
					pk.Stdio, pk.Fallback = v.forStdio(o.Fn), v.Class(g, val).Has(FromConfig)
					out = append(out, pk)
				}
			}
		})
		for _, pk := range v.offeredKeys() {
			if key := pk.Gen.Pos().String(); !seen[key] {
				seen[key] = true
				out = append(out, pk)
			}
		}
		v.tokens(func(o link.Origin, use Loc) {
			key := o.Pos().String()
			if seen[key] || v.persisted(o) {
				return
			}
			seen[key] = true
			out = append(out, ProcessKey{Object: o.Fn.Pkg.Name + "." + o.Fn.Name + ": token", Gen: Loc{o.Fn, o.Instr}, Use: use, What: "compares requests with it", Confidence: Likely})
		})
		return out
	})
}

// keyWord matches the names of functions that give key material, and of files
// that hold it.
var keyWord = regexp.MustCompile(`(?i)keys?$|^keys?|secrets?|seed`)

// offeredKeys lists the keys that functions of a library make from what the
// host is called, or at random for a file of its own, and give to the library's
// users: what these do with it is not seen, so that a name must say it.
func (v *View) offeredKeys() []ProcessKey {
	var out []ProcessKey
	for _, r := range v.Roots {
		f := r.Fn
		if r.Kind != link.RootAPI || !f.Main() || f.Test || len(f.Results) == 0 {
			continue
		}
		if t := f.Results[0].Type; t != "[]byte" && t != "[]uint8" && t != "string" {
			continue
		}
		named := keyWord.MatchString(f.Sym.Name[strings.LastIndexByte(f.Sym.Name, '.')+1:])
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Return || len(in.A) == 0 {
				continue
			}
			for _, o := range v.Origins(f, in.A[0]) {
				if o.Kind != link.OTable || o.Fn == nil || o.Instr < 0 {
					continue
				}
				pk := ProcessKey{Object: o.Fn.Pkg.Name + "." + o.Fn.Name + ": key", Gen: Loc{o.Fn, o.Instr}, Use: Loc{f, i}, What: "gives it to users of the library", Confidence: Likely}
				switch {
				case o.Entry.Role == sdk.OriginHost && o.Hashed && named:
					pk.Host = true
				case o.Entry.Role == sdk.OriginRandom && !o.Derived && v.ownFile(o) && (named || v.namesKeyFile(o.Fn)):
					pk.File = true
				default:
					continue
				}
				out = append(out, pk)
			}
		}
	}
	return out
}

// ownFile reports whether the function that makes a value writes it to a file
// and looks into the same file first: each disk gets its own.
func (v *View) ownFile(o link.Origin) bool {
	f := o.Fn
	for i := range f.Code {
		w := &f.Code[i]
		if w.Op != effects.Call || w.Callee.Name != "WriteFile" || w.Callee.Path != "os" && w.Callee.Path != "io/ioutil" || len(w.A) < 2 {
			continue
		}
		if !slices.ContainsFunc(v.Origins(f, w.A[1]), func(x link.Origin) bool { return x.Fn == f && x.Instr == o.Instr }) {
			continue
		}
		for j := range f.Code {
			r := &f.Code[j]
			if r.Op == effects.Call && r.Callee.Name == "ReadFile" && r.Callee.Path == w.Callee.Path && len(r.A) > 0 && r.A[0] == w.A[0] {
				return true
			}
		}
	}
	return false
}

// namesKeyFile reports whether a function names a file after a key.
func (v *View) namesKeyFile(f *link.Fn) bool {
	for i := range f.Code {
		for _, a := range f.Code[i].A {
			if f.Code[i].Op != effects.Return && a.K == effects.Const && a.I == 1 && !strings.Contains(a.S, " ") && keyWord.MatchString(a.S) {
				return true
			}
		}
	}
	return false
}

// storedIn is what a function stores at an address that it computes.
func storedIn(f *link.Fn, addr int32) effects.Val {
	for i := range f.Code {
		if in := &f.Code[i]; in.Op == effects.Store && in.A[0].K == effects.Reg && in.A[0].I == addr {
			return in.A[1]
		}
	}
	return effects.Val{}
}

// sealsInRequest reports whether what a function does with a key concerns
// requests: it runs in one, or it prepares a cipher that requests use.
func (v *View) sealsInRequest(f *link.Fn) bool {
	if v.InRequest(f) {
		return true
	}
	return Once(v, "sealing", func() bool {
		found := false
		for _, role := range []sdk.Role{sdk.Seal, sdk.Open} {
			v.Calls(role, func(l Loc, _ sdk.Entry) {
				found = found || len(v.Reached(l.Fn)) > 0
			})
		}
		return found
	})
}

// persisted reports whether a value is kept beyond the process: those who make
// it, or their callers, hand it to something that saves, or anybody puts it into
// the keyring of the system.
func (v *View) persisted(o link.Origin) bool {
	is := func(x link.Origin) bool { return x.Fn == o.Fn && x.Instr == o.Instr }
	level := []*link.Fn{o.Fn}
	for range 4 {
		var next []*link.Fn
		for _, g := range level {
			for i := range g.Code {
				in := &g.Code[i]
				if in.Op != effects.Call || !v.saves(g, i) {
					continue
				}
				for _, a := range in.A {
					if slices.ContainsFunc(v.Origins(g, a), is) {
						return true
					}
					for _, obj := range v.Objects(g, a) {
						if v.HoldsOrigin(obj, o.Fn, o.Instr) {
							return true
						}
					}
				}
			}
			for _, e := range g.In {
				next = append(next, e.From)
			}
		}
		level = next
	}
	return slices.ContainsFunc(v.keyringCalls(), func(l Loc) bool {
		return slices.ContainsFunc(l.In().A, func(a effects.Val) bool { return slices.ContainsFunc(v.Origins(l.Fn, a), is) })
	})
}

// putsSecret matches the names of functions that put a secret into a store.
var putsSecret = regexp.MustCompile(`(^|\.)(Upsert|(Set|Put|Create|Store|Update|Write)[A-Za-z]*(Secrets?|Credentials?)$)`)

// saves reports whether a call saves what it is given, as its name says, or
// writes it to a file.
func (v *View) saves(f *link.Fn, i int) bool {
	name := f.Code[i].Callee.Name
	l := strings.ToLower(name)
	if strings.Contains(l, "save") || strings.Contains(l, "persist") || strings.Contains(l, "writefile") || strings.Contains(l, "keyring") || putsSecret.MatchString(name) {
		return true
	}
	return strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], "Write") &&
		slices.ContainsFunc(f.Out, func(e *link.Edge) bool { return e.Instr == i && e.Kind == link.Static && within(e.To, 3, writesFile) })
}

// writesFile reports whether a function writes a file.
func writesFile(f *link.Fn) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		return in.Op == effects.Call && strings.HasSuffix(in.Callee.Name, "WriteFile")
	})
}

// keyringCalls lists the calls of libraries for the keyring of the system.
func (v *View) keyringCalls() []Loc {
	return Once(v, "keyringcalls", func() []Loc {
		var out []Loc
		for _, f := range v.Fns {
			for i := range f.Code {
				in := &f.Code[i]
				if in.Op == effects.Call && (strings.Contains(in.Callee.Path, "keyring") || strings.Contains(in.Callee.Path, "keychain")) && v.FnByID(in.S) == nil {
					out = append(out, Loc{f, i})
				}
			}
		}
		return out
	})
}

// forStdio reports whether a function belongs to the start of a stdio server
// alone: the nearest caller that starts a transport starts no other.
func (v *View) forStdio(f *link.Fn) bool {
	seen := map[*link.Fn]bool{f: true}
	level := []*link.Fn{f}
	for len(level) > 0 {
		var next []*link.Fn
		kinds := map[string]bool{}
		for _, g := range level {
			for k := range v.transportsFrom(g) {
				kinds[k] = true
			}
			for _, e := range g.In {
				if !seen[e.From] {
					seen[e.From] = true
					next = append(next, e.From)
				}
			}
		}
		if len(kinds) > 0 {
			return kinds["stdio"] && !kinds["http"] && !kinds["sse"]
		}
		level = next
	}
	return false
}

// transportsFrom lists the kinds of transport that a function starts, itself or
// through what it calls.
func (v *View) transportsFrom(f *link.Fn) map[string]bool {
	at := Once(v, "transportsat", func() map[*link.Fn][]string {
		m := map[*link.Fn][]string{}
		for _, t := range v.Transports {
			m[t.Fn] = append(m[t.Fn], t.Kind)
		}
		return m
	})
	out := map[string]bool{}
	seen := map[*link.Fn]bool{f: true}
	work := []*link.Fn{f}
	for len(work) > 0 && len(seen) < 3000 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, k := range at[g] {
			out[k] = true
		}
		for _, e := range g.Out {
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return out
}

// tokens finds random values of the process that requests are compared with. The
// state of a login that the process itself waits for is none.
func (v *View) tokens(add func(o link.Origin, use Loc)) {
	for _, f := range v.Fns {
		if !f.Main() || f.Test || !v.InRequest(f) {
			continue
		}
		for _, c := range comparisons(f) {
			for range 2 {
				if v.Class(f, c.a).Has(FromHTTP|FromPrincipal) && !v.Class(f, c.b).Has(FromHTTP|FromPrincipal) && !v.oauthState(f, c.a) {
					for _, o := range v.Origins(f, c.b) {
						if o.Kind == link.OTable && (o.Entry.Role == sdk.OriginRandom || o.Entry.Role == sdk.OriginID) && !o.Derived && o.Fn != nil && o.Fn.Main() && !v.InRequest(o.Fn) {
							add(o, c.at)
						}
					}
				}
				c.a, c.b = c.b, c.a
			}
		}
	}
}

// perCall reports whether a random value is made and used within one request:
// then it is a nonce or a key of that request.
func (v *View) perCall(o link.Origin, use *link.Fn) bool {
	return v.InRequest(o.Fn) && !v.AtStart(o.Fn) && !v.underOnce(o.Fn) && o.Fn.Orig() == use.Orig()
}

func what(e sdk.Entry) string {
	switch e.Get("what") {
	case "seal":
		return "seals with it"
	case "verify":
		return "verifies with it"
	}
	return "signs with it"
}
