package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// PublicScope is a place where results that depend on the caller are offered to
// whoever caches them.
type PublicScope struct {
	Loc
	Default bool // nothing says so: it is what the SDK sends
	Root    *link.Root
	Looks   Loc // where what Root serves looks at the caller
}

// PublicScopes lists the results with a cache scope of public that depend on
// who calls.
func (v *View) PublicScopes() []PublicScope {
	roots := v.perCaller()
	if len(roots) == 0 {
		return nil
	}
	var out []PublicScope
	said := false // something decides the scope
	v.Calls(sdk.CacheScope, func(l Loc, e sdk.Entry) {
		if l.Fn.Test {
			return
		}
		val, method, ok := v.scopeAt(l, e)
		if !ok {
			return
		}
		said = true
		if !slices.Contains(v.Strings(l.Fn, val), "public") || v.scopeBranches(l.Fn, val) {
			return
		}
		for _, p := range roots {
			if v.covers(l, method, p.Root) {
				p.Loc = l
				out = append(out, p)
				return
			}
		}
	})
	if !said {
		out = append(out, v.defaultScopes(roots)...)
	}
	return out
}

// perCaller lists the roots of cacheable results that look at the caller.
func (v *View) perCaller() []PublicScope {
	var out []PublicScope
	for _, r := range v.Roots {
		switch r.Kind {
		case sdk.RootResource, sdk.RootGetServer, sdk.RootFilter:
		default:
			continue
		}
		if r.Inferred || r.Fn.Test {
			continue
		}
		l, ok := v.ConsultsCaller(r.Fn)
		if !ok && r.Kind == sdk.RootGetServer && r.RegFn != nil && v.InRequest(r.RegFn) {
			l, ok = v.ConsultsCaller(r.RegFn) // the server is made for each request
		}
		if ok {
			out = append(out, PublicScope{Root: r, Looks: l})
		}
	}
	return out
}

// scopeAt is the scope that a place sets, and the method that it sets it for.
func (v *View) scopeAt(l Loc, e sdk.Entry) (scope effects.Val, method string, ok bool) {
	in := l.In()
	if in.Op == effects.Call {
		k, has := e.Int("scope")
		if !has {
			return scope, "", false
		}
		if k > 1 { // the method comes first
			if s := v.Strings(l.Fn, Arg(in, 0)); len(s) > 0 {
				method = s[0]
			}
		}
		return Arg(in, k), method, true
	}
	for i := range l.Fn.Code {
		s := &l.Fn.Code[i]
		if s.Op == effects.Store && s.A[0].K == effects.Reg && s.A[0].I == in.Dst {
			return s.A[1], "", true
		}
	}
	return scope, "", false
}

// scopeBranches reports whether a value is one scope or another: somebody has
// thought about it.
func (v *View) scopeBranches(f *link.Fn, val effects.Val) bool {
	return slices.Contains(v.Strings(f, val), "private")
}

// covers reports whether a scope that is set at a place holds for what a root
// serves: it is set in its own handler, or for the server as a whole.
func (v *View) covers(l Loc, method string, r *link.Root) bool {
	switch {
	case method == "":
	case strings.HasPrefix(method, "resources/read"):
		if r.Kind != sdk.RootResource {
			return false
		}
	case strings.HasSuffix(method, "/list"):
		if r.Kind == sdk.RootResource {
			return false
		}
	default:
		return false
	}
	if reached := v.Reached(l.Fn); len(reached) > 0 {
		return slices.Contains(reached, r)
	}
	return true
}

// defaultScopes reports the transports over which an SDK sends public where the
// program says nothing.
func (v *View) defaultScopes(roots []PublicScope) []PublicScope {
	for _, t := range v.Transports {
		if t.Kind != "http" || !v.defaultPublic(t) {
			continue
		}
		p := roots[0]
		p.Loc, p.Default = t.Loc, true
		return []PublicScope{p}
	}
	return nil
}

func (v *View) defaultPublic(t Transport) bool {
	return slices.ContainsFunc(v.Tab.Entries(), func(e sdk.Entry) bool {
		return e.Role == sdk.CacheScope && e.Path == t.Entry.Path && e.Get("default") == "public" && e.ValidAt(t.Ver)
	})
}
