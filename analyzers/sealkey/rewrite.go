package sealkey

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// keyLen is how long the keys of the handles package are, in bytes.
const keyLen = 32

// rewrite takes the key from configuration. It knows keys that are made as a
// slice of 32 bytes and filled at random by the next statement.
//
//	key := make([]byte, 32)                     key := handles.MustKeys().Key("main.key")
//	if _, err := rand.Read(key); err != nil {
//		return err
//	}
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	if f.Role == roleFile {
		return nil, edit.Refuse("the key is kept in a file, and what it sealed must stay readable: configure that key for all replicas")
	}
	s, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	fill, list := s.Statement()
	target := filled(s, fill)
	if target == nil {
		return nil, edit.Refuse("the key is not made by a slice of bytes that the next statement fills at random")
	}
	if cond := guard(s, fill); cond != nil {
		return nil, edit.Refuse("the random key stands in for a setting that is missing (line %d): refuse to start there instead", s.Line(cond.Pos()))
	}
	size, n := made(s, list, fill, target)
	switch {
	case size == nil:
		return nil, edit.Refuse("the slice that is filled at line %d is not made right before it", s.Line(fill.Pos()))
	case n != keyLen:
		return nil, edit.Refuse("the key has %d bytes: configured ones have %d", n, keyLen)
	}
	q, imp, err := s.NeedsHandles()
	if err != nil {
		return nil, err
	}
	fix := &edit.Fix{Review: true, Message: "takes the key from the configuration that all replicas share, and refuses to start without it"}
	name := s.Types.Name() + "." + label(target)
	fix.Edits = append(fix.Edits, edit.Replace(size, q+"MustKeys().Key("+strconv.Quote(name)+")"), s.DeleteStmt(fill))
	if imp != nil {
		fix.Add(*imp)
	}
	for _, e := range s.DroppedImports(fill) {
		fix.Add(e)
	}
	return fix, c.Start(fix)
}

// filled is the slice that a statement fills at random, if it does nothing else
// but handle the error.
func filled(s *edit.Spot, stmt ast.Stmt) ast.Expr {
	var call *ast.CallExpr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		call, _ = stmt.X.(*ast.CallExpr)
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 && blank(stmt.Lhs) {
			call, _ = stmt.Rhs[0].(*ast.CallExpr)
		}
	case *ast.IfStmt:
		if init, ok := stmt.Init.(*ast.AssignStmt); ok && stmt.Else == nil && len(init.Rhs) == 1 && isErr(stmt.Cond) {
			call, _ = init.Rhs[0].(*ast.CallExpr)
		}
	}
	if call == nil || len(call.Args) == 0 {
		return nil
	}
	fn := s.Callee(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "crypto/rand" || fn.Name() != "Read" {
		return nil
	}
	return ast.Unparen(call.Args[0])
}

func blank(list []ast.Expr) bool {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// isErr reports whether a condition is err != nil.
func isErr(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	id, ok := b.Y.(*ast.Ident)
	return ok && id.Name == "nil"
}

// guard is the condition on which a statement runs, nil if it always does.
func guard(s *edit.Spot, stmt ast.Stmt) ast.Expr {
	for _, n := range s.Path {
		switch n := n.(type) {
		case *ast.IfStmt:
			if ast.Stmt(n) != stmt {
				return n.Cond
			}
		case *ast.FuncDecl, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// made finds the expression that makes the slice, in the statement before the
// one that fills it or in a literal there, and its length.
func made(s *edit.Spot, list ast.Node, fill ast.Stmt, target ast.Expr) (ast.Expr, int64) {
	before := s.Previous(list, fill)
	if before == nil {
		return nil, 0
	}
	assign, ok := before.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != len(assign.Rhs) {
		return nil, 0
	}
	for i, l := range assign.Lhs {
		if s.Text(l) == s.Text(target) {
			return slice(s, assign.Rhs[i])
		}
		// s := &T{key: make([]byte, 32)}; rand.Read(s.key)
		sel, ok := target.(*ast.SelectorExpr)
		if !ok || s.Text(sel.X) != s.Text(l) {
			continue
		}
		x := ast.Unparen(assign.Rhs[i])
		if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
			x = ast.Unparen(u.X)
		}
		if lit, ok := x.(*ast.CompositeLit); ok {
			if kv := edit.Element(lit, sel.Sel.Name); kv != nil {
				return slice(s, kv.Value)
			}
		}
	}
	return nil, 0
}

// slice is make([]byte, N) with its N.
func slice(s *edit.Spot, e ast.Expr) (ast.Expr, int64) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return nil, 0
	}
	id, ok := call.Fun.(*ast.Ident)
	if !ok || s.Info.Uses[id] != types.Universe.Lookup("make") || types.TypeString(s.Info.TypeOf(call).Underlying(), nil) != "[]byte" {
		return nil, 0
	}
	v := s.Info.Types[call.Args[1]].Value
	if v == nil {
		return nil, 0
	}
	n, err := strconv.ParseInt(v.ExactString(), 10, 64)
	if err != nil {
		return nil, 0
	}
	return call, n
}

// label names the key's purpose.
func label(target ast.Expr) string {
	switch t := target.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	}
	return "key"
}
