// Package toolsyntax finds where a tool is described in the source, and changes
// the description.
package toolsyntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// Definition is where a tool is described: the literal, or the call that makes it.
type Definition struct {
	*edit.Spot
	Lit  *ast.CompositeLit
	Made *ast.CallExpr

	schema ast.Expr // that is set outside of the literal
}

// ours reports whether a package is one that was read, and so not an SDK.
func ours(s *edit.Spot, pkg *types.Package) bool {
	return slices.ContainsFunc(s.Prog.Packages, func(p *edit.Package) bool { return p.Types == pkg })
}

// UntilRestart is how long a handle to what a process keeps in memory is good for.
const UntilRestart = "The id that it returns is good until the server restarts, at most."

// Says adds a sentence to the description of the tool, if it is written in place.
// It takes the place of UntilRestart. It reports whether it could be added.
func (def *Definition) Says(sentence string, fix *edit.Fix) bool {
	var text ast.Expr
	if def.Lit != nil {
		if kv := edit.Element(def.Lit, "Description"); kv != nil {
			text = kv.Value
		}
	} else {
		for _, o := range def.Made.Args {
			if c, ok := ast.Unparen(o).(*ast.CallExpr); ok && len(c.Args) == 1 && def.Callee(c) != nil && def.Callee(c).Name() == "WithDescription" {
				text = c.Args[0]
			}
		}
	}
	lit, ok := text.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return false
	}
	old, err := strconv.Unquote(lit.Value)
	if err != nil || strings.Contains(old, sentence) {
		return false
	}
	if i := strings.Index(lit.Value, UntilRestart); i >= 0 {
		fix.Edits = append(fix.Edits, edit.Edit{Pos: lit.Pos() + token.Pos(i), End: lit.Pos() + token.Pos(i+len(UntilRestart)), New: sentence})
		return true
	}
	sep := " "
	if old == "" {
		return false // a description that says only how long would be worse than none
	}
	if old != "" && !strings.HasSuffix(strings.TrimSpace(old), ".") {
		sep = ". "
	}
	fix.Edits = append(fix.Edits, edit.Insert(lit.End()-1, sep+strings.Trim(strconv.Quote(sentence), `"`)))
	return true
}

// Served is the tool that the function at a position serves, nil if it is not
// exactly one.
func Served(c *rule.Context, pos token.Pos) *writes.Tool {
	at := c.Position(pos)
	var found *writes.Tool
	for _, t := range writes.Tools(c.View) {
		if t.Root.Fn.Pos != at {
			continue
		}
		if found != nil && found.Name != t.Name {
			return nil
		}
		found = t
	}
	return found
}
