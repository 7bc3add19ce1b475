package view

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// HeaderUse is one use of the session header.
type HeaderUse struct {
	Loc
	Write bool
}

// SessionHeaders lists the places where the session header is read or written,
// through whatever constant holds its name.
func (v *View) SessionHeaders() []HeaderUse {
	return Once(v, "headers", func() []HeaderUse {
		var out []HeaderUse
		named := func(l Loc, e sdk.Entry) bool {
			k, ok := e.Int("name")
			if !ok {
				return false
			}
			for _, s := range v.Strings(l.Fn, Arg(l.In(), k)) {
				if strings.EqualFold(s, "mcp-session-id") {
					return true
				}
			}
			return false
		}
		v.Calls(sdk.OriginHeader, func(l Loc, e sdk.Entry) {
			if l.In().Op == effects.Call && named(l, e) {
				out = append(out, HeaderUse{Loc: l})
			}
		})
		for _, f := range v.Fns {
			if !f.Main() || f.Clone != nil {
				continue
			}
			for i := range f.Code {
				in := &f.Code[i]
				if in.Op == effects.MapGet && in.A[1].K == effects.Const && strings.EqualFold(in.A[1].S, "mcp-session-id") && v.TypeRole(v.RegType(f, in.A[0]), sdk.TypeHeader) {
					out = append(out, HeaderUse{Loc: Loc{f, i}})
				}
			}
		}
		v.Calls(sdk.HeaderSet, func(l Loc, e sdk.Entry) {
			if strings.HasSuffix(e.Symbol, ".Del") {
				return // taking it away is the cure
			}
			if l.In().Op == effects.Call && named(l, e) {
				out = append(out, HeaderUse{Loc: l, Write: true})
			}
		})
		return out
	})
}
