package view

import (
	"cmp"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// ListCopy is a list of another server that a server copies into its own, once.
type ListCopy struct {
	Adds    []Loc // where entries are added
	Fetches []Loc // where the other server is asked
}

// ListCopies lists them, one for each package: what start-up copies and neither
// a notification of the other server nor a timer brings up to date.
func (v *View) ListCopies() []ListCopy {
	watched := false
	v.Calls(sdk.ListWatch, func(l Loc, _ sdk.Entry) { watched = watched || !l.Fn.Test })
	if watched {
		return nil
	}
	byPkg := map[string]*ListCopy{}
	var order []string
	v.Calls(sdk.ListAdd, func(l Loc, _ sdk.Entry) {
		if l.Fn.Test || l.In().Op != effects.Call || len(v.Reached(l.Fn)) > 0 || slices.ContainsFunc(v.Copies(l.Fn), func(f *link.Fn) bool { return v.repeated(f, 0, map[*link.Fn]bool{}) }) {
			return
		}
		from := v.fetchedBy(l)
		if len(from) == 0 {
			return
		}
		c := byPkg[l.Fn.Fn.Pkg]
		if c == nil {
			c = &ListCopy{}
			byPkg[l.Fn.Fn.Pkg] = c
			order = append(order, l.Fn.Fn.Pkg)
		}
		c.Adds = append(c.Adds, l)
		for _, f := range from {
			if !slices.Contains(c.Fetches, f) {
				c.Fetches = append(c.Fetches, f)
			}
		}
	})
	out := make([]ListCopy, 0, len(order))
	for _, pkg := range order {
		slices.SortFunc(byPkg[pkg].Adds, byPlace)
		slices.SortFunc(byPkg[pkg].Fetches, byPlace)
		out = append(out, *byPkg[pkg])
	}
	return out
}

func byPlace(a, b Loc) int {
	p, q := a.Pos(), b.Pos()
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// fetchedBy lists the calls that asked other servers for what a call adds.
func (v *View) fetchedBy(l Loc) []Loc {
	var out []Loc
	for _, f := range v.Copies(l.Fn) {
		for _, a := range l.In().A {
			for _, o := range v.Origins(f, a) {
				if o.Kind != link.OExtern || o.Fn == nil || o.Instr < 0 {
					continue
				}
				at := Loc{o.Fn.Orig(), o.Instr}
				if _, ok := v.Role(at.In().Callee, sdk.ListFetch); ok && !slices.Contains(out, at) {
					out = append(out, at)
				}
			}
		}
	}
	return out
}

// repeated reports whether a function runs again and again: in a loop that
// waits.
func (v *View) repeated(f *link.Fn, depth int, seen map[*link.Fn]bool) bool {
	if depth > 6 || seen[f] {
		return false
	}
	seen[f] = true
	return slices.ContainsFunc(f.In, func(e *link.Edge) bool {
		return e.From.Blocks[e.From.Code[e.Instr].Blk].Loop && waits(e.From) || v.repeated(e.From, depth+1, seen)
	})
}

// waits reports whether a loop of a function receives from a channel or sleeps.
func waits(f *link.Fn) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		if !f.Blocks[in.Blk].Loop {
			return false
		}
		return in.Op == effects.Recv || in.Op == effects.Call && in.Callee.Path == "time" && in.Callee.Name == "Sleep"
	})
}
