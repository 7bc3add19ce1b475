package edit

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// Mint has a key minted at random that is counted up or taken from the time, where
// it is made: in the definition of its variable, in the one place that sets its
// field, in the function that returns it, or in the one call that hands it over.
//
//	id := fmt.Sprintf("draft-%d", s.next)       id := "draft-" + rand.Text()
func (s *Spot) Mint(key ast.Expr, fix *Fix) error {
	if t := s.Info.TypeOf(key); isInteger(t) {
		return Refuse("the id at line %d is a number, which callers can count along: make it a text first", s.Line(key.Pos()))
	} else if !isString(t) {
		return Refuse("the id at line %d is no string", s.Line(key.Pos()))
	}
	at, def, err := s.idOrigin(key, 0)
	if err != nil {
		return err
	}
	return at.MintID(def, fix)
}

// Counted finds the outermost expressions below a node that make a text of one
// number, and the expression of the number.
func (s *Spot) Counted(n ast.Node, visit func(text, number ast.Expr)) {
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		_, call := counted(s, e)
		if call != nil {
			visit(e, call.Args[len(call.Args)-1])
		}
		return call == nil
	})
}

// MintInstead replaces an expression that counts an id up by one that mints it.
func (s *Spot) MintInstead(def ast.Expr, fix *Fix) error { return s.MintID(def, fix) }

// counted finds the call that writes a number as text, nil if the expression
// does something else, and the text in front of the number.
func counted(s *Spot, e ast.Expr) (prefix string, call *ast.CallExpr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		text, ok := constantText(s, e.X)
		rest, call := counted(s, e.Y)
		if !ok {
			return "", nil
		}
		return text + rest, call
	case *ast.CallExpr:
		fn := s.Callee(e)
		if fn == nil || fn.Pkg() == nil {
			return "", nil
		}
		switch fn.FullName() {
		case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint":
			return "", e
		case "fmt.Sprintf":
			if len(e.Args) != 2 {
				return "", nil
			}
			format, ok := constantText(s, e.Args[0])
			before, after, found := strings.Cut(format, "%")
			after = strings.TrimLeft(after, "0123456789+#")
			if ok && found && (after == "d" || after == "x" || after == "v") {
				return before, e
			}
		}
	}
	return "", nil
}

func constantText(s *Spot, e ast.Expr) (string, bool) {
	v := s.Info.Types[e].Value
	if v == nil {
		return "", false
	}
	text, err := strconv.Unquote(v.ExactString())
	return text, err == nil
}

// counter removes the statement that counts up what an expression reads, if
// nothing else has to do with it.
func (s *Spot) counter(e ast.Expr) (Edit, bool) {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		id = e.Sel
	case *ast.Ident:
		id = e
	default:
		return Edit{}, false
	}
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok || !v.IsField() && v.Parent() != s.Types.Scope() {
		return Edit{}, false // a local variable would be unused
	}
	uses := 0
	for _, p := range s.Prog.Packages {
		for _, obj := range p.Info.Uses {
			if obj == types.Object(v) {
				uses++
			}
		}
	}
	if uses != 2 {
		return Edit{}, false
	}
	var found ast.Stmt
	ast.Inspect(s.File, func(n ast.Node) bool {
		inc, ok := n.(*ast.IncDecStmt)
		if !ok {
			return true
		}
		switch x := ast.Unparen(inc.X).(type) {
		case *ast.SelectorExpr:
			ok = s.Info.Uses[x.Sel] == v
		case *ast.Ident:
			ok = s.Info.Uses[x] == v
		}
		if ok {
			found = inc
		}
		return true
	})
	if found == nil {
		return Edit{}, false
	}
	return s.DeleteStmt(found), true
}
