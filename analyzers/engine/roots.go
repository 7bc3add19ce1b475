package engine

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// Root is something that requests call: a tool, a prompt, a handler.
type Root struct {
	ID   int // tells the roots of one result apart
	Name string
}

// RootsAt lists the roots that run the code on a line of a file, whose name is relative to the module.
func (r *Result) RootsAt(file string, line int) []Root {
	var at *link.Fn
	for _, f := range r.view.Fns {
		if f.Pos.File == file && f.Pos.Line <= line && line <= f.End && (at == nil || f.Pos.Line >= at.Pos.Line) {
			at = f
		}
	}
	if at == nil {
		return nil
	}
	var out []Root
	for _, x := range r.view.Reached(at.Orig()) {
		if root := (Root{ID: x.ID, Name: x.Name()}); !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	return out
}
