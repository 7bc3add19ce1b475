package hints

import (
	"go/ast"
	gc "go/constant"
	"go/types"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite makes an annotation say what the code does. It only ever takes a
// promise back, which has clients ask their user more often and repeat calls
// less often: that is safe whatever else the tool does.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	s, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	if f.Role == "missing" {
		return nil, edit.Refuse("which annotations a tool keeps is for its author to say; there are none to correct")
	}
	promise, truth := "true", "false"
	if f.Role == "destructive" {
		promise, truth = truth, promise
	}
	if at, n := shared(s); n > 1 {
		return nil, edit.Refuse("the annotations at line %d are those of other tools as well: give the tool its own", s.Line(at.Pos()))
	}
	value, err := constant(s, promise)
	if err != nil {
		return nil, err
	}
	return &edit.Fix{Message: "sets the annotation to " + truth, Edits: []edit.Edit{edit.Replace(value, truth)}}, nil
}

// shared finds the variable or function whose value the place is part of, and how
// often that is used.
func shared(s *edit.Spot) (at *ast.Ident, uses int) {
	for _, n := range s.Path {
		switch n := n.(type) {
		case *ast.ValueSpec:
			at = n.Names[0]
		case *ast.AssignStmt:
			at, _ = n.Lhs[0].(*ast.Ident)
		case *ast.FuncDecl:
			if fn, ok := s.Info.Defs[n.Name].(*types.Func); ok && fn.Signature().Results().Len() > 0 {
				at = n.Name
			}
		case ast.Stmt:
			if _, ok := n.(*ast.ReturnStmt); !ok {
				if _, ok := n.(*ast.BlockStmt); !ok {
					return nil, 0
				}
			}
		}
		if at != nil {
			break
		}
	}
	if at == nil {
		return nil, 0
	}
	obj := s.Info.ObjectOf(at)
	for _, p := range s.Prog.Packages {
		for id, o := range p.Info.Uses {
			if o == obj && p.Has(id.Pos()) {
				uses++
			}
		}
	}
	return at, uses
}

// constant finds the expression of true or false at the place: in the value of a
// field, or as the only argument of the call that sets the annotation. A constant
// with a name counts as well: others that use it keep it.
//
//	ReadOnlyHint: true                          mcp.WithReadOnlyHintAnnotation(true)
//	              ^^^^                                                         ^^^^
func constant(s *edit.Spot, word string) (ast.Expr, error) {
	for _, n := range s.Path {
		var value ast.Node
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			value = n.Value
		case *ast.CallExpr:
			if len(n.Args) != 1 {
				continue
			}
			value = n.Args[0]
		default:
			continue
		}
		found := constants(s, value, word)
		if len(found) != 1 {
			break
		}
		return found[0], nil
	}
	return nil, edit.Refuse("the annotation is not written as a plain %s at line %d: change it where it is made", word, s.Line(s.Pos))
}

// constants lists the outermost expressions below a node that are the constant.
func constants(s *edit.Spot, n ast.Node, word string) (out []ast.Expr) {
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		v := s.Info.Types[e].Value
		if v == nil || v.Kind() != gc.Bool {
			return true
		}
		if v.ExactString() == word {
			out = append(out, e)
		}
		return false
	})
	return out
}
