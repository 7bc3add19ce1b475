// Package edit is what rewrites are written with: the typed syntax of the
// packages that a finding is about, and edits of their bytes.
//
// A rewrite replaces, inserts and deletes text at positions. It never prints
// syntax anew, so that comments and formatting stay as they are. It begins with
// its preconditions; what it cannot prove it refuses, with a reason.
package edit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// Program is the typed syntax of the code under audit.
type Program struct {
	Fset     *token.FileSet
	Packages []*Package                  // those that were audited, in a fixed order
	Position func(token.Pos) effects.Pos // how findings write positions
	Handles  string                      // import path of the scaffolded package; "" means that there is none
	Unserved bool                        // the scaffolded package has nothing for the SDK of the module
	Whole    bool                        // the packages are all that the module has
	Offer    bool                        // nobody reads why a rewrite is refused
	Bare     bool                        // the packages have types and no syntax: what reads it is refused
	Asked    bool                        // a rewrite has asked a bare program for syntax
	Tests    func() []*Package           // reads the test files of the packages; nil if there are none to be read

	tests     []*Package
	testsRead bool
	once      map[string]any
}

// Once computes something once per program.
func Once[T any](p *Program, key string, f func() T) T {
	if x, ok := p.once[key].(T); ok {
		return x
	}
	x := f()
	if p.once == nil {
		p.once = map[string]any{}
	}
	p.once[key] = x
	return x
}

// Package is one package with its syntax.
type Package struct {
	Path   string
	Types  *types.Package
	Info   *types.Info
	Files  []*ast.File
	Sound  bool                            // it type-checks
	Source func(token.Pos) ([]byte, error) // the file that holds a position
	Test   bool                            // its files are tests, checked as far as that goes
	Cgo    bool                            // it uses cgo, whose types nobody reads
}

// All is the packages and their tests.
func (p *Program) All() []*Package {
	if !p.testsRead && p.Tests != nil {
		p.testsRead = true
		p.tests = p.Tests()
	}
	return slices.Concat(p.Packages, p.tests)
}

// Has reports whether a position is in a file of the package.
func (p *Package) Has(pos token.Pos) bool {
	return slices.ContainsFunc(p.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
}

// Edit replaces the text from Pos to End.
type Edit struct {
	Pos, End token.Pos
	New      string
}

// Fix is one rewrite.
type Fix struct {
	Message string // what it does, in a few words
	Edits   []Edit
	Review  bool // what it means to callers needs a reader's eye
}

// Refusal is why a finding is not rewritten, for the user.
type Refusal struct {
	Reason string
	Kind   string // the reason without the names and places of the one finding: what may be counted
}

func (r *Refusal) Error() string { return r.Reason }

// Refuse makes a Refusal.
func Refuse(format string, args ...any) error {
	return &Refusal{Reason: fmt.Sprintf(format, args...), Kind: verb.ReplaceAllString(format, "…")}
}

// verb matches what Refuse fills in.
var verb = regexp.MustCompile(`%[a-z]`)

// Spot is a place in a file that may be edited.
type Spot struct {
	*Package
	Prog *Program
	File *ast.File
	Path []ast.Node // the nodes around the place, innermost first
	Pos  token.Pos
}

// At finds the place of a position that a finding names. It refuses what may
// not be edited.
func (p *Program) At(at effects.Pos) (*Spot, error) {
	if !at.IsValid() {
		return nil, Refuse("the finding names no place in the source")
	}
	p.Asked = p.Asked || p.Bare
	for _, pkg := range p.Packages {
		for _, f := range pkg.Files {
			if p.Position(f.Package).File != at.File {
				continue
			}
			tf := p.Fset.File(f.FileStart)
			if at.Line > tf.LineCount() {
				return nil, Refuse("%s has no line %d", at.File, at.Line)
			}
			return p.spot(pkg, f, tf.LineStart(at.Line)+token.Pos(max(at.Col, 1)-1))
		}
	}
	return nil, Refuse("%s is not among the packages that were read", at.File)
}

// Place is the place of a position in the source.
func (p *Program) Place(pos token.Pos) (*Spot, error) {
	p.Asked = p.Asked || p.Bare
	for _, pkg := range slices.Concat(p.Packages, p.tests) {
		for _, f := range pkg.Files {
			if f.FileStart <= pos && pos < f.FileEnd {
				return p.spot(pkg, f, pos)
			}
		}
	}
	return nil, Refuse("%s is not among the packages that were read", p.Position(pos).File)
}

func (p *Program) spot(pkg *Package, f *ast.File, pos token.Pos) (*Spot, error) {
	if pkg.Cgo {
		return nil, Refuse("package %s uses cgo, and what C declares is not read", pkg.Path)
	}
	if !pkg.Sound {
		return nil, Refuse("package %s does not type-check", pkg.Path)
	}
	if ast.IsGenerated(f) {
		return nil, Refuse("%s is generated", p.Position(pos).File)
	}
	path, _ := astutil.PathEnclosingInterval(f, pos, pos)
	return &Spot{Package: pkg, Prog: p, File: f, Path: path, Pos: pos}, nil
}

// Find returns the innermost node of a type around the place.
func Find[N ast.Node](s *Spot) (n N, ok bool) {
	for _, x := range s.Path {
		if n, ok := x.(N); ok {
			return n, true
		}
	}
	return n, false
}

// Add adds an edit unless the fix has it already. Imports that are added to the
// only one of a file become one list.
func (f *Fix) Add(e Edit) {
	for i, have := range f.Edits {
		if have == e {
			return
		}
		if have.Pos == e.Pos && have.End == e.End && strings.HasPrefix(have.New, "\n\n\t\"") && strings.HasPrefix(e.New, "\n\t\"") {
			f.Edits = slices.Insert(f.Edits, i, e) // an import of the group above
			return
		}
		if one, ok := instead(have, e); ok {
			f.Edits[i] = one
			return
		}
		if have.Pos != e.Pos || have.End != e.End || !strings.HasPrefix(have.New, oneImport) || !strings.HasPrefix(e.New, oneImport) {
			continue
		}
		// (            (                      (
		// 	"fmt"       	"fmt"                  	"fmt"
		// 	"time"  and 	"context"   become     	"time"
		// )            )                      	"context"
		//                                     )
		end := len(oneImport) + strings.IndexByte(e.New[len(oneImport):], '\n')
		if more := strings.TrimSpace(strings.TrimSuffix(e.New[end:], ")")); !strings.Contains(have.New, more) {
			f.Edits[i].New = strings.TrimSuffix(have.New, "\n)") + e.New[end:]
		}
		return
	}
	f.Edits = append(f.Edits, e)
}

// instead joins an edit that makes a list of a file's only import with one that
// removes this import: the other imports take its place.
func instead(a, b Edit) (Edit, bool) {
	if b.New != "" {
		a, b = b, a
	}
	if b.New != "" || !strings.HasPrefix(a.New, oneImport) || b.Pos > a.Pos || b.End < a.End {
		return Edit{}, false
	}
	_, rest, _ := strings.Cut(strings.TrimPrefix(a.New, oneImport), "\n")
	rest = strings.TrimSpace(strings.TrimSuffix(rest, ")"))
	if !strings.Contains(rest, "\n") {
		return Edit{a.Pos, a.End, rest}, true
	}
	return Edit{a.Pos, a.End, oneImport + rest + "\n)"}, true
}

// oneImport is how the text begins that makes a list of a file's only import.
const oneImport = "(\n\t"

// Statement returns the innermost statement around the place that stands in a
// list of statements, and the node that holds the list; nil if there is none.
func (s *Spot) Statement() (ast.Stmt, ast.Node) {
	for i, n := range s.Path[:max(0, len(s.Path)-1)] {
		stmt, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		switch list := s.Path[i+1].(type) {
		case *ast.BlockStmt:
			return stmt, list
		case *ast.CaseClause:
			if slices.Contains(list.Body, stmt) {
				return stmt, list
			}
		case *ast.CommClause:
			if slices.Contains(list.Body, stmt) {
				return stmt, list
			}
		}
	}
	return nil, nil
}

// Calls reports whether a function of a package is called below a node.
func (s *Spot) Calls(n ast.Node, pkg, name string) bool { return s.CallOf(n, pkg, name) != nil }

// CallOf is the first call of a function of a package below a node, nil if there is
// none.
func (s *Spot) CallOf(n ast.Node, pkg, name string) (found *ast.CallExpr) {
	ast.Inspect(n, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && found == nil {
			if f := s.Callee(c); f != nil && f.Name() == name && f.Pkg() != nil && f.Pkg().Path() == pkg {
				found = c
			}
		}
		return found == nil
	})
	return found
}

// Text is the source of a node.
func (s *Spot) Text(n ast.Node) string { return s.Between(n.Pos(), n.End()) }

// Between is the source from one position to another.
func (s *Spot) Between(pos, end token.Pos) string {
	src, err := s.Source(pos)
	if err != nil {
		return ""
	}
	tf := s.Prog.Fset.File(pos)
	from, to := tf.Offset(pos), tf.Offset(end)
	if from > to || to > len(src) {
		return ""
	}
	return string(src[from:to])
}

// Indent is the white space at the begin of a node's line.
func (s *Spot) Indent(n ast.Node) string {
	tf := s.Prog.Fset.File(n.Pos())
	line := s.Between(tf.LineStart(tf.Line(n.Pos())), n.Pos())
	for i, r := range line {
		if r != ' ' && r != '\t' {
			return line[:i]
		}
	}
	return line
}

// Line reports the line of a position.
func (s *Spot) Line(pos token.Pos) int { return s.Prog.Fset.Position(pos).Line }

// Callee is the function or method that a call names, nil if it is none.
func (s *Spot) Callee(c *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	case *ast.IndexExpr:
		return s.Callee(&ast.CallExpr{Fun: fun.X})
	case *ast.IndexListExpr:
		return s.Callee(&ast.CallExpr{Fun: fun.X})
	default:
		return nil
	}
	f, _ := s.Info.Uses[id].(*types.Func)
	return f
}

// Qualifier is how the file calls the package of an import that it has, with
// the dot; "" is a dot import. It reports false if the file does not import it,
// or under a name that the place sees as something else.
func (s *Spot) Qualifier(pkg *types.Package) (string, bool) {
	if pkg == s.Types {
		return "", true
	}
	for _, spec := range s.File.Imports {
		var obj types.Object
		if spec.Name != nil {
			obj = s.Info.Defs[spec.Name]
		} else {
			obj = s.Info.Implicits[spec]
		}
		name, ok := obj.(*types.PkgName)
		if !ok || name.Imported() != pkg || name.Name() == "_" {
			continue
		}
		if _, found := s.scope().LookupParent(name.Name(), s.Pos); found == name {
			return name.Name() + ".", true
		}
	}
	return "", false
}

// scope is the innermost scope at the place.
func (s *Spot) scope() *types.Scope {
	if in := s.Types.Scope().Innermost(s.Pos); in != nil {
		return in
	}
	return s.Types.Scope()
}

// Lookup finds what a name means at the place.
func (s *Spot) Lookup(name string) types.Object {
	_, obj := s.scope().LookupParent(name, s.Pos)
	return obj
}

// Definition is the expression that gives a local variable its value, nil if
// there is not exactly one.
func (s *Spot) Definition(id *ast.Ident) ast.Expr {
	v, ok := s.Info.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	var found ast.Expr
	n := 0
	is := func(e ast.Expr) bool {
		x, ok := ast.Unparen(e).(*ast.Ident)
		return ok && s.Info.ObjectOf(x) == v
	}
	for _, f := range s.Files {
		if v.Parent() != s.Types.Scope() && f != s.File {
			continue
		}
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.AssignStmt:
				for i, l := range node.Lhs {
					if is(l) {
						if n++; len(node.Lhs) == len(node.Rhs) && (node.Tok == token.DEFINE || node.Tok == token.ASSIGN) {
							found = node.Rhs[i]
						} else {
							n++ // one of several results, or +=
						}
					}
				}
			case *ast.ValueSpec:
				for i, name := range node.Names {
					if s.Info.Defs[name] == v && len(node.Values) > 0 {
						if n++; len(node.Values) == len(node.Names) {
							found = node.Values[i]
						} else {
							n++
						}
					}
				}
			case *ast.RangeStmt:
				if node.Key != nil && is(node.Key) || node.Value != nil && is(node.Value) {
					n += 2
				}
			case *ast.IncDecStmt:
				if is(node.X) {
					n += 2
				}
			case *ast.UnaryExpr:
				if node.Op == token.AND && is(node.X) {
					n += 2 // somebody else may set it
				}
			}
			return true
		})
	}
	if n != 1 || found == nil {
		return nil
	}
	return ast.Unparen(found)
}

// IsNil reports whether an expression is the word nil.
func (s *Spot) IsNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && s.Info.Uses[id] == types.Universe.Lookup("nil")
}

// Parents visits the nodes below a node with those around each, the nearest last.
func Parents(n ast.Node, visit func(n ast.Node, up []ast.Node)) {
	var up []ast.Node
	ast.Inspect(n, func(x ast.Node) bool {
		if x == nil {
			up = up[:len(up)-1]
			return false
		}
		if len(up) > 0 {
			visit(x, up)
		}
		up = append(up, x)
		return true
	})
}
