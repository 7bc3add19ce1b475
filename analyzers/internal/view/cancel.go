package view

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Object names the transport as the thing that a finding is about.
func (t Transport) Object() string {
	s := t.Entry.Symbol
	if i := strings.LastIndex(s, "."); i >= 0 {
		s = s[i+1:]
	}
	return t.Fn.Pkg.Name + "." + t.Fn.Name + ": " + s
}

// IgnoresCancel reports whether a transport lets handlers run on when the
// client closes its stream, and names the option that would stop them.
func (v *View) IgnoresCancel(t Transport) (option string, ok bool) {
	option = v.cancelOption(t)
	in := t.In()
	k, has := t.Entry.Int("options")
	if option == "" || !has || in.Op != effects.Call {
		return "", false
	}
	arg := Arg(in, k)
	switch arg.K {
	case effects.Nil:
		return option, true
	case effects.None:
		return "", false
	}
	objs := v.Objects(t.Fn, arg)
	for _, o := range objs {
		origins, set := v.FieldOrigins(o, option)
		if !set && o.Open {
			return "", false // whoever makes the options decides
		}
		for _, x := range origins {
			if x.Kind != link.OLiteral || x.Str != "false" {
				return "", false
			}
		}
	}
	return option, len(objs) > 0
}

// cancelOption is the options field with which a transport cancels handlers,
// in the version that the module uses.
func (v *View) cancelOption(t Transport) string {
	for _, e := range v.Tab.Entries() {
		if e.Role != sdk.TransportOption || e.Get("sets") != "cancel" || e.Path != t.Entry.Path || !e.ValidAt(t.Ver) {
			continue
		}
		if _, field, ok := strings.Cut(e.Symbol, "."); ok {
			return field
		}
	}
	return ""
}
