package guessablehandle

import (
	"go/ast"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite mints the id at random where it was counted up. The text in front of
// the number stays. What counts stays as well: it may serve something else.
//
//	id := fmt.Sprintf("draft-%d", s.next)       id := "draft-" + rand.Text()
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	fix := &edit.Fix{Message: "mints 128 random bits"}
	for _, p := range append([]rule.Place{{Pos: last(f), What: "writes"}}, f.Related...) {
		if !strings.HasPrefix(p.What, "writes in ") && p.What != "writes" || !p.Pos.IsValid() {
			continue
		}
		s, err := c.At(p.Pos)
		if err != nil {
			return nil, err
		}
		index, ok := keyed(s)
		if !ok {
			continue
		}
		if err := s.Mint(index.Index, fix); err != nil {
			return nil, err
		}
	}
	if len(fix.Edits) == 0 {
		return nil, edit.Refuse("where the id is made is not known")
	}
	return fix, nil
}

// last is the step of the path where the state is written.
func last(f rule.Finding) (at rule.Pos) {
	for _, p := range f.Path {
		if strings.HasPrefix(p.What, "writes ") {
			at = p.Pos
		}
	}
	return at
}

// keyed finds the assignment to an entry on the line of the place.
func keyed(s *edit.Spot) (*ast.IndexExpr, bool) {
	stmt, _ := s.Statement()
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return nil, false
	}
	index, ok := ast.Unparen(assign.Lhs[0]).(*ast.IndexExpr)
	return index, ok
}
