package guessablehandle

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite mints the id at random where it was counted up or taken from the time.
// The text around the number stays. What counts stays as well if it serves
// something else.
//
//	id := fmt.Sprintf("draft-%d", s.next)       id := "draft-" + rand.Text()
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	const message = "mints 128 random bits"
	fix := &edit.Fix{Review: true, Message: message}
	var refusal error
	for _, at := range written(f) {
		s, err := c.At(at)
		if err != nil {
			return nil, err
		}
		key := keyed(s)
		if key == nil {
			continue
		}
		if err := s.Mint(key, fix); err != nil && refusal == nil {
			refusal = err
		}
	}
	if len(fix.Edits) > 0 && refusal == nil {
		return fix, nil
	}
	// From where it is used, the id was not found: from where it is made, perhaps.
	fix = &edit.Fix{Review: true, Message: message}
	for _, at := range made(c.View, f) {
		s, err := c.At(at)
		if err != nil {
			return nil, err
		}
		if e, ok := stronger(s); ok {
			fix.Add(e)
		} else if err := s.MintHere(fix); err != nil {
			return nil, cause(refusal, err)
		}
	}
	if len(fix.Edits) == 0 {
		return nil, cause(refusal, edit.Refuse("where the id is made is not known"))
	}
	return fix, nil
}

func cause(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// written lists where the state is written.
func written(f rule.Finding) (out []rule.Pos) {
	for _, p := range f.Path {
		if strings.HasPrefix(p.What, "writes ") {
			out = []rule.Pos{p.Pos}
		}
	}
	for _, p := range f.Related {
		if strings.HasPrefix(p.What, "writes in ") && p.Pos.IsValid() {
			out = append(out, p.Pos)
		}
	}
	return out
}

// made lists where the guessable part of the id is made.
func made(v *rule.View, f rule.Finding) (out []rule.Pos) {
	for _, p := range f.Related {
		if strings.HasPrefix(p.What, makes) {
			out = append(out, p.Pos)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, st := range v.StateObjects() {
		if card := v.Card(st, view.Verdict{}); card.Object == f.Object && card.Package == f.Package && card.Site == f.Site {
			for _, l := range v.KeysMade(st) {
				out = append(out, l.Pos())
			}
		}
	}
	return out
}

// keyed finds the key in the statement that sets an entry: that of a map, or the
// first argument of a container's method.
func keyed(s *edit.Spot) ast.Expr {
	stmt, _ := s.Statement()
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if len(stmt.Lhs) == 1 {
			if index, ok := ast.Unparen(stmt.Lhs[0]).(*ast.IndexExpr); ok {
				return index.Index
			}
		}
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		if ok && len(call.Args) > 1 {
			if fn := s.Callee(call); fn != nil && fn.Signature().Recv() != nil && types.TypeString(s.Info.TypeOf(call.Args[0]), nil) == "string" {
				return call.Args[0]
			}
		}
	}
	return nil
}

// stronger replaces a generator of ids that are made from the time by the one
// beside it that makes them at random.
//
//	uuid.NewUUID()       uuid.NewRandom()
func stronger(s *edit.Spot) (edit.Edit, bool) {
	call, ok := edit.Find[*ast.CallExpr](s)
	if !ok {
		return edit.Edit{}, false
	}
	fn := s.Callee(call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn == nil || fn.Pkg() == nil || !ok || fn.Signature().Recv() != nil {
		return edit.Edit{}, false
	}
	if name := fn.Name(); !strings.HasPrefix(name, "NewV") && name != "NewUUID" {
		return edit.Edit{}, false
	}
	for _, name := range []string{"NewRandom", "NewV4"} {
		other, ok := fn.Pkg().Scope().Lookup(name).(*types.Func)
		if ok && types.Identical(other.Type(), fn.Type()) {
			return edit.Replace(sel.Sel, name), true
		}
	}
	return edit.Edit{}, false
}
