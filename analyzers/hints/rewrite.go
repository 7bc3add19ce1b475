package hints

import (
	"go/ast"
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
	value, err := constant(s, promise)
	if err != nil {
		return nil, err
	}
	return &edit.Fix{Message: "sets the annotation to " + truth, Edits: []edit.Edit{edit.Replace(value, truth)}}, nil
}

// constant finds the literal true or false at the place: in the value of a field,
// or as the only argument of the call that sets the annotation.
//
//	ReadOnlyHint: true                          mcp.WithReadOnlyHintAnnotation(true)
//	              ^^^^                                                         ^^^^
func constant(s *edit.Spot, word string) (*ast.Ident, error) {
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
		ids := literals(s, value, word)
		if len(ids) != 1 {
			break
		}
		return ids[0], nil
	}
	return nil, edit.Refuse("the annotation is not written as a plain %s at line %d", word, s.Line(s.Pos))
}

// literals lists the identifiers below a node that mean the constant.
func literals(s *edit.Spot, n ast.Node, word string) (out []*ast.Ident) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == word && s.Info.Uses[id] == types.Universe.Lookup(word) {
			out = append(out, id)
		}
		return true
	})
	return out
}
