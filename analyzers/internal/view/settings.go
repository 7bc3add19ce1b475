package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Setting is a value of the process's configuration that requests change from
// what their callers send, and that other requests read.
type Setting struct {
	Object, Package string
	Sets, Gets      []Loc
}

// ChangedSettings lists them in the order in which they are set.
func (v *View) ChangedSettings() []*Setting {
	return Once(v, "settings", func() []*Setting {
		byName := map[string]*Setting{}
		var out []*Setting
		v.Calls(sdk.SettingSet, func(l Loc, e sdk.Entry) {
			name := v.settingName(l, e)
			if name == "" || !v.serves(l.Fn) || v.putsBack(l.Fn) {
				return
			}
			if k, ok := e.Int("value"); !ok || !v.Class(l.Fn, Arg(l.In(), k)).Has(callers) {
				return
			}
			key := e.Path + " " + name
			if byName[key] == nil {
				byName[key] = &Setting{Object: l.Fn.Pkg.Name + ": setting " + name, Package: l.Fn.Fn.Pkg}
				out = append(out, byName[key])
			}
			byName[key].Sets = append(byName[key].Sets, l)
		})
		v.Calls(sdk.OriginEnv, func(l Loc, e sdk.Entry) {
			if s := byName[e.Path+" "+v.settingName(l, e)]; s != nil && v.serves(l.Fn) {
				s.Gets = append(s.Gets, l)
			}
		})
		return slices.DeleteFunc(out, func(s *Setting) bool { return !v.readByOthers(s) })
	})
}

// settingName is the name of a setting, if it is one constant.
func (v *View) settingName(l Loc, e sdk.Entry) string {
	k, ok := e.Int("name")
	if !ok || l.In().Op != effects.Call {
		return ""
	}
	names := v.Strings(l.Fn, Arg(l.In(), k))
	if len(names) != 1 {
		return ""
	}
	if e.Path == "os" {
		return names[0]
	}
	return strings.ToLower(names[0]) // keys of viper know no case
}

// serves reports whether a function of the program runs for requests of MCP.
func (v *View) serves(f *link.Fn) bool {
	return f.Main() && !f.Test && f.Clone == nil && slices.ContainsFunc(v.Reached(f), v.speaksMCP)
}

// putsBack reports whether a function undoes what it changes before it returns.
func (v *View) putsBack(f *link.Fn) bool {
	undoes := func(g *link.Fn, deferred bool) bool {
		return slices.ContainsFunc(g.Code, func(in effects.Instr) bool {
			if in.Op != effects.Call || deferred && !in.Has(effects.Defer) {
				return false
			}
			_, set := v.Role(in.Callee, sdk.SettingSet)
			return set || in.Callee.Path == "os" && in.Callee.Name == "Unsetenv"
		})
	}
	return undoes(f, true) || slices.ContainsFunc(f.Out, func(e *link.Edge) bool {
		return f.Code[e.Instr].Has(effects.Defer) && undoes(e.To, false)
	})
}

// readByOthers reports whether a request reads a setting that is not one of
// those that set it.
func (v *View) readByOthers(s *Setting) bool {
	var setters []*link.Root
	for _, l := range s.Sets {
		setters = append(setters, v.Reached(l.Fn)...)
	}
	return slices.ContainsFunc(s.Gets, func(l Loc) bool {
		return slices.ContainsFunc(v.Reached(l.Fn), func(r *link.Root) bool { return !slices.Contains(setters, r) })
	})
}
