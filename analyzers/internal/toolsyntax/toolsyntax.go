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
}

// Described finds the description of the tool of a finding at or in its
// registration.
func Described(c *rule.Context, f rule.Finding, name string) (*Definition, error) {
	var at []rule.Pos
	for _, p := range f.Related {
		if strings.HasPrefix(p.What, "registers tool "+name) && !slices.Contains(at, p.Pos) {
			at = append(at, p.Pos)
		}
	}
	if len(at) != 1 {
		return nil, edit.Refuse("the tool is registered at %d places", len(at))
	}
	return At(c, at[0])
}

// At finds the description of a tool at or in its registration.
func At(c *rule.Context, pos rule.Pos) (*Definition, error) {
	s, err := c.At(pos)
	if err != nil {
		return nil, err
	}
	for _, n := range s.Path {
		e, ok := n.(ast.Expr)
		if !ok {
			continue
		}
		if d := toolIn(s, e); d != nil {
			return d, nil
		}
		call, ok := e.(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, a := range call.Args {
			if d := toolIn(s, a); d != nil {
				return d, nil
			}
			if id, ok := ast.Unparen(a).(*ast.Ident); ok {
				if def := s.Definition(id); def != nil {
					if d := toolIn(s, def); d != nil {
						return d, nil
					}
				}
			}
		}
	}
	return nil, edit.Refuse("the tool is not described in place, at line %d", s.Line(s.Pos))
}

// toolIn reports whether an expression makes a tool: a literal of a type of the
// SDK with a name, or a call of the SDK with options beside which there is one for
// arguments that are strings.
func toolIn(s *edit.Spot, e ast.Expr) *Definition {
	x := ast.Unparen(e)
	if u, ok := x.(*ast.UnaryExpr); ok {
		x = ast.Unparen(u.X)
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		n, ok := types.Unalias(s.Info.TypeOf(x)).(*types.Named)
		if ok && n.Obj().Pkg() != nil && !ours(s, n.Obj().Pkg()) && edit.Element(x, "Name") != nil {
			return &Definition{Spot: s, Lit: x}
		}
	case *ast.CallExpr:
		fn := s.Callee(x)
		if fn != nil && fn.Pkg() != nil && !ours(s, fn.Pkg()) && fn.Signature().Variadic() && fn.Pkg().Scope().Lookup("WithString") != nil && fn.Signature().Recv() == nil {
			return &Definition{Spot: s, Made: x}
		}
	}
	return nil
}

// ours reports whether a package is one that was read, and so not an SDK.
func ours(s *edit.Spot, pkg *types.Package) bool {
	return slices.ContainsFunc(s.Prog.Packages, func(p *edit.Package) bool { return p.Types == pkg })
}

// AddString adds an argument to the options of the call that makes the tool.
//
//	mcp.NewTool("create", mcp.WithDescription("..."))
//	                                               ^ , mcp.WithString("idempotency_key", ...)
func (def *Definition) AddString(name, about string, required bool, fix *edit.Fix) error {
	if def.Made == nil {
		return edit.Refuse("the tool has a schema of its own, at line %d", def.Line(def.Pos))
	}
	pkg := def.Callee(def.Made).Pkg()
	q, ok := def.Qualifier(pkg)
	if !ok {
		return edit.Refuse("%s is not imported under a name of its own", pkg.Path())
	}
	for _, o := range def.Made.Args {
		oc, ok := ast.Unparen(o).(*ast.CallExpr)
		if ok && def.Callee(oc) != nil && strings.Contains(def.Callee(oc).Name(), "Schema") {
			return edit.Refuse("the tool has a schema of its own, at line %d", def.Line(o.Pos()))
		}
	}
	must := ""
	if required {
		must = q + "Required(), "
	}
	e, err := def.AppendArg(def.Made, q+"WithString("+strconv.Quote(name)+", "+must+q+"Description("+strconv.Quote(about)+"))")
	if err != nil {
		return err
	}
	fix.Edits = append(fix.Edits, e)
	return nil
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
