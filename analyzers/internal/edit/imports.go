package edit

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// Unneeded removes the imports of the file that nothing needs after the edits:
// all that used them is replaced or removed.
func (s *Spot) Unneeded(edits []Edit) (out []Edit) {
	uses := map[*types.PkgName][]*ast.Ident{}
	ast.Inspect(s.File, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if name, ok := s.Info.Uses[id].(*types.PkgName); ok {
				uses[name] = append(uses[name], id)
			}
		}
		return true
	})
	in := func(id *ast.Ident) bool {
		return slices.ContainsFunc(edits, func(e Edit) bool { return e.Pos <= id.Pos() && id.End() <= e.End })
	}
	for name, ids := range uses {
		if !slices.ContainsFunc(ids, in) || slices.ContainsFunc(ids, func(id *ast.Ident) bool { return !in(id) }) {
			continue
		}
		mention := regexp.MustCompile(`\b` + regexp.QuoteMeta(name.Name()) + `\.`)
		if slices.ContainsFunc(edits, func(e Edit) bool { return s.FileHas(e) && mention.MatchString(e.New) }) {
			continue
		}
		if e, ok := s.dropSpec(name); ok {
			out = append(out, e)
		}
	}
	return out
}

// FileHas reports whether an edit is one of the file of the place.
func (s *Spot) FileHas(e Edit) bool { return s.File.FileStart <= e.Pos && e.Pos < s.File.FileEnd }

// Drop adds an edit that removes lines. What the fix inserts at the end of these
// takes their place.
func (f *Fix) Drop(e Edit) {
	if slices.Contains(f.Edits, e) {
		return
	}
	kept := f.Edits[:0:0]
	for _, have := range f.Edits {
		if have.Pos == have.End && e.Pos < have.Pos && have.Pos < e.End {
			e.New += strings.TrimPrefix(have.New, "\n") + "\n"
			continue
		}
		kept = append(kept, have)
	}
	f.Edits = append(kept, e)
}
