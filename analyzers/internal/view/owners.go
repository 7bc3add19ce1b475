package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// OpenPage is a lookup for a page outside the protocol that finds what a call
// began by an id alone.
type OpenPage struct {
	Loc
	Root *link.Root
}

// OpenPages lists the lookups of a state object for pages that do not ask who
// opens them. What OAuth brings back as state is a matter of requeststate.
func (v *View) OpenPages(st *State) []OpenPage {
	minted := FromStrongID | FromWeakID | FromCount | FromClock
	began := slices.ContainsFunc(st.Writers, func(r *link.Root) bool { return r.Kind != sdk.RootHTTP && r.Kind != link.RootAPI })
	if !st.Keyed || !began || !st.WriteKeys.Has(minted) || st.WriteKeys.Has(callers) {
		return nil
	}
	var out []OpenPage
	for _, r := range st.Reads {
		if r.Depth > 0 || r.All || !v.fromAddress(r) {
			continue
		}
		for _, root := range v.RootsOf(r.Fn) {
			if root.Kind != sdk.RootHTTP || root.Inferred || v.speaksMCP(root) || slices.ContainsFunc(out, func(p OpenPage) bool { return p.Root.Reg == root.Reg }) {
				continue
			}
			if _, asks := v.ConsultsCaller(root.Fn); !asks && !v.readsCookie(root.Fn, 0) {
				out = append(out, OpenPage{Loc{r.Fn, r.Instr}, root})
			}
		}
	}
	return out
}

// readsCookie reports whether a function, or what it calls, reads a cookie: a
// page that has a login of its own.
func (v *View) readsCookie(f *link.Fn, depth int) bool {
	if slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		e, ok := v.Role(in.Callee, sdk.OriginHTTPParam)
		return ok && e.Get("in") == "cookie"
	}) {
		return true
	}
	return depth < 4 && slices.ContainsFunc(f.Out, func(e *link.Edge) bool { return v.readsCookie(e.To, depth+1) })
}

// fromAddress reports whether the key of a lookup is part of an address or a
// form, other than the state of OAuth.
func (v *View) fromAddress(r *link.Access) bool {
	return slices.ContainsFunc(v.Origins(r.Fn, r.Key), func(o link.Origin) bool {
		return v.classOf(o) == FromHTTP && o.Str != "state" && o.Str != "code"
	})
}

// Unverified is a place where the claims of a token name the caller although
// nothing in the program verifies tokens.
type Unverified struct {
	Loc
	State *State // what is found by these claims
}

// UnverifiedCallers lists the places where claims that nobody has verified
// become keys of state.
func (v *View) UnverifiedCallers() []Unverified {
	var out []Unverified
	for _, st := range v.StateObjects() {
		for _, as := range [][]*link.Access{st.Reads, st.Writes} {
			for _, a := range as {
				if a.Key.K == effects.None || a.Depth > 0 {
					continue
				}
				for _, o := range v.Origins(a.Fn, a.Key) {
					if o.Kind != link.OTable || o.Entry.Role != sdk.OriginClaims || o.Fn == nil || o.Instr < 0 || o.Fn.Test || !o.Fn.Main() {
						continue
					}
					at := Loc{o.Fn.Orig(), o.Instr}
					if !slices.ContainsFunc(out, func(u Unverified) bool { return u.Loc == at }) {
						out = append(out, Unverified{at, st})
					}
				}
			}
		}
	}
	if len(out) > 0 && v.verifiesTokens() {
		return nil
	}
	return out
}

// verifiesTokens reports whether anything in the program verifies a token or a
// signature. What is called through a field that nothing sets does not run.
func (v *View) verifiesTokens() bool {
	return Once(v, "verifiestokens", func() bool {
		for _, f := range v.Fns {
			if f.Test || !f.Main() || f.Clone != nil {
				continue
			}
			for i := range f.Code {
				in := &f.Code[i]
				if in.Op == effects.Call && v.verifying(in.Callee) && !v.neverSet(f, in) {
					return true
				}
			}
		}
		return false
	})
}

func (v *View) verifying(s effects.Sym) bool {
	for _, e := range v.Entries(s) {
		if e.Role == sdk.Open || e.Role == sdk.KeyUse && e.Get("what") == "verify" {
			return true
		}
	}
	name := s.Name[strings.LastIndexByte(s.Name, '.')+1:]
	return strings.HasPrefix(name, "Verify") || strings.HasPrefix(name, "Introspect") || strings.HasPrefix(name, "ValidateToken") || name == "RequireBearerToken"
}

// neverSet reports whether the receiver of a call is a private field that nothing
// in the program sets.
func (v *View) neverSet(f *link.Fn, in *effects.Instr) bool {
	if len(in.A) == 0 || !strings.Contains(in.Callee.Name, ".") {
		return false
	}
	field, ok := loadedField(f, in.A[0])
	if !ok {
		return false
	}
	name := field[strings.LastIndexByte(field, '.')+1:]
	set := func(l Loc) bool { return l.In().A[1].K != effects.Nil }
	return name[0] >= 'a' && name[0] <= 'z' && !slices.ContainsFunc(v.fieldStores(field), set) // other packages cannot set it either
}

// ReadsClaims reports whether the program reads tokens without verifying them:
// it knows callers, if not well.
func (v *View) ReadsClaims() bool {
	found := false
	v.Calls(sdk.OriginClaims, func(l Loc, _ sdk.Entry) { found = found || !l.Fn.Test })
	return found
}
