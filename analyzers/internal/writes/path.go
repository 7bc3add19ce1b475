package writes

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// Registered is where the tool is registered, in the module if possible.
func (t *Tool) Registered() effects.Pos {
	if t.Root.Reg.IsValid() && t.Root.RegFn != nil && t.Root.RegFn.Main() {
		// Where all tools are registered in one loop, the definition tells more.
		if t.shared && t.Def.Fn != nil && t.Def.Fn.Main() && t.Def.Pos.IsValid() {
			return t.Def.Pos
		}
		return t.Root.Reg
	}
	if t.Def.Fn != nil && t.Def.Fn.Main() && t.Def.Pos.IsValid() {
		return t.Def.Pos
	}
	if t.Root.Fn.Main() {
		return t.Root.Fn.Pos
	}
	return t.Root.Reg
}

// Stake is what an effect puts at stake; where the effect itself says nothing,
// the tool's name may.
func (t *Tool) Stake(e *Effect) string {
	if e.Stake != "data" && e.Stake != "" {
		return e.Stake
	}
	return stakeOf(Split(t.Name))
}

// Package is the import path of the package that the tool belongs to.
func (t *Tool) Package() string {
	switch {
	case t.Root.RegFn != nil && t.Root.RegFn.Main():
		return t.Root.RegFn.Pkg.Path
	case t.Def.Fn != nil && t.Def.Fn.Main():
		return t.Def.Fn.Pkg.Path
	}
	return t.Root.Fn.Pkg.Path
}

// PartOf reports whether a package may serve the tool: several programs of one
// module have tools of their own.
func (t *Tool) PartOf(p *effects.Package) bool {
	own := t.Root.Fn.Pkg
	if t.Root.RegFn != nil {
		own = t.Root.RegFn.Pkg
	}
	return own.Name != "main" || own.Path == p.Path
}

// Path is the way from the registration to an effect.
func (t *Tool) Path(e *Effect) []view.Frame {
	return append(t.way(e.frame), view.Frame{Pos: e.Pos(), Function: e.Fn.Name, What: e.What})
}

// way is the chain of calls from the registration to a frame.
func (t *Tool) way(fr *frame) []view.Frame {
	var out []view.Frame
	if p := t.Registered(); p.IsValid() {
		fn := ""
		if t.Root.RegFn != nil {
			fn = t.Root.RegFn.Name
		}
		out = append(out, view.Frame{Pos: p, Function: fn, What: "registers tool " + t.Name})
	}
	for _, s := range fr.steps() {
		if s.Edge == nil {
			out = append(out, view.Frame{Pos: s.Fn.Pos, Function: s.Fn.Name, What: "serves tool " + t.Name})
			continue
		}
		verb := "calls "
		if s.Edge.Go {
			verb = "starts "
		}
		out = append(out, view.Frame{Pos: s.Edge.Pos(), Function: s.Edge.From.Name, What: verb + s.Fn.Name})
	}
	// Wrappers that the compiler makes have no place in the source.
	return slices.DeleteFunc(out, func(f view.Frame) bool { return !f.Pos.IsValid() })
}

// PathTo is the way from the registration to where the context is lost.
func (t *Tool) PathTo(d *Drop) []view.Frame {
	out := t.way(d.frame)
	return append(out, view.Frame{Pos: d.Pos(), Function: d.Fn.Name, What: "uses " + d.How})
}
