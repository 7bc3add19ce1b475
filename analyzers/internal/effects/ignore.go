package effects

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// IgnorePrefix begins a comment that sets findings aside. After it come the
// names of rules, separated by commas, and the reason.
const IgnorePrefix = "//mcpaudit:ignore"

// Ignore is one comment that sets findings aside: those of its rules that stand
// in its lines.
type Ignore struct {
	Pos    Pos      `json:"p,omitzero"` // of the comment
	First  int      `json:"l,omitempty"`
	Last   int      `json:"e,omitempty"` // 0: it stands beside nothing
	Rules  []string `json:"r,omitempty"`
	Reason string   `json:"why,omitempty"`
	Bad    string   `json:"bad,omitempty"` // what is wrong with it; it then sets nothing aside
}

// Covers reports whether the comment is about a place.
func (g *Ignore) Covers(p Pos) bool {
	return g.Bad == "" && g.Pos.File == p.File && g.First <= p.Line && p.Line <= g.Last
}

// ignores reads the comments of a file. One at the end of a line is about the
// declaration, statement or field that begins in the line, or else about the
// line; one in a line of its own is about what begins below its group of
// comments.
func ignores(position func(token.Pos) Pos, f *ast.File) []Ignore {
	var out []Ignore
	var ends map[int]int
	for _, group := range f.Comments {
		for _, c := range group.List {
			rest, ok := strings.CutPrefix(c.Text, IgnorePrefix)
			if !ok || rest != "" && strings.TrimLeft(rest, " \t:") == rest {
				continue // another word that begins alike
			}
			if ends == nil {
				ends = extents(position, f)
			}
			g := parseIgnore(rest)
			g.Pos = position(c.Pos())
			g.First = position(group.End()).Line + 1
			if beside(position, f, c) {
				g.First = g.Pos.Line
				g.Last = g.First
			}
			g.Last = max(g.Last, ends[g.First])
			out = append(out, g)
		}
	}
	return out
}

// parseIgnore reads what follows the prefix.
func parseIgnore(rest string) Ignore {
	const want = "want " + IgnorePrefix + " rule reason"
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return Ignore{Bad: "names no rule: " + want}
	}
	if strings.HasPrefix(rest, ":") {
		return Ignore{Bad: "has a colon after ignore: " + want}
	}
	g := Ignore{Rules: strings.Split(fields[0], ","), Reason: strings.Join(fields[1:], " ")}
	switch {
	case slices.Contains(g.Rules, ""):
		g.Bad = "has an empty name in its list of rules: separate names by commas, without blanks"
	case g.Reason == "" || strings.HasPrefix(g.Reason, "//"):
		g.Bad = "gives no reason: say after the rule why the finding may stay"
	}
	return g
}

// extents maps each line in which a declaration, statement, field or element
// begins to the last line of the largest of them.
func extents(position func(token.Pos) Pos, f *ast.File) map[int]int {
	ends := map[int]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl: // its documentation belongs to the node, but the name is what stands below a comment
			note(ends, position(n.Type.Pos()).Line, position(n.End()).Line)
		case *ast.GenDecl:
			note(ends, position(n.TokPos).Line, position(n.End()).Line)
		case *ast.BlockStmt:
		case ast.Stmt, *ast.KeyValueExpr, *ast.CallExpr, *ast.CompositeLit:
			note(ends, position(n.Pos()).Line, position(n.End()).Line)
		case *ast.ValueSpec:
			note(ends, position(n.Names[0].Pos()).Line, position(n.End()).Line)
		case *ast.TypeSpec:
			note(ends, position(n.Name.Pos()).Line, position(n.End()).Line)
		case *ast.ImportSpec:
			note(ends, position(n.Path.Pos()).Line, position(n.End()).Line)
		case *ast.Field:
			if n.Type != nil {
				first := n.Type.Pos()
				if len(n.Names) > 0 {
					first = n.Names[0].Pos()
				}
				note(ends, position(first).Line, position(n.End()).Line)
			}
		}
		return true
	})
	return ends
}

func note(ends map[int]int, first, last int) { ends[first] = max(ends[first], last) }

// beside reports whether code stands in the line of a comment, before it.
func beside(position func(token.Pos) Pos, f *ast.File, c *ast.Comment) bool {
	line, found := position(c.Pos()).Line, false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			found = found || n.Package < c.Pos() && position(n.Package).Line == line
		default:
			for _, p := range [2]token.Pos{n.Pos(), n.End() - 1} {
				found = found || p.IsValid() && p < c.Pos() && position(p).Line == line
			}
		}
		return !found && (n.Pos() < c.Pos() || n == ast.Node(f))
	})
	return found
}
