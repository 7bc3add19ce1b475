package sealkey

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// keyLen is how long the keys of the handles package are, in bytes.
const keyLen = 32

// rewrite takes the key from configuration: one that is filled at random, a text
// that is made at random, or a pair of keys that comes from a seed.
//
//	key := make([]byte, 32)                     key := handles.MustKeys().Key("main.newSigner.key")
//	if _, err := rand.Read(key); err != nil {
//		return err
//	}
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	switch f.Role {
	case roleFile:
		return nil, edit.Refuse("the key is kept in a file, and what it sealed must stay readable: configure that key for all replicas")
	case roleHost:
		return nil, edit.Refuse("the key is derived from what the host is called: configure one for all replicas")
	}
	s, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	m := &maker{Spot: s, fix: &edit.Fix{Review: true, Message: "takes the key from the configuration that all replicas share, and refuses to start without it"}}
	if m.stmt, m.list = s.Statement(); m.stmt == nil {
		return nil, edit.Refuse("the key is made when the program is loaded, at line %d, also by commands that serve nothing: make it where the server starts", s.Line(s.Pos))
	}
	if err := m.once(); err != nil {
		return nil, err
	}
	q, imp, err := s.NeedsHandles()
	if err != nil {
		return nil, err
	}
	m.q = q
	if imp != nil {
		m.fix.Add(*imp)
	}
	if err := m.take(); err != nil {
		return nil, err
	}
	checked, err := c.StartKeys(m.fix)
	if err == nil && m.late && !checked {
		return nil, edit.Refuse("the key is made at its first use, at line %d, where a program that lacks it would end in the middle of a call: make it where the server starts", s.Line(s.Pos))
	}
	return m.fix, err
}

// maker rewrites one place that makes a key.
type maker struct {
	*edit.Spot
	stmt ast.Stmt
	list ast.Node // holds the statement
	q    string   // how the handles package is called
	fix  *edit.Fix
	late bool // at its first use
}

// take rewrites the statement by its form.
func (m *maker) take() error {
	call := m.call(m.stmt)
	switch name := m.name(call); name {
	case "crypto/rand.Read", "io.ReadFull":
		return m.filled(call, ast.Unparen(call.Args[len(call.Args)-1]))
	case "crypto/ed25519.GenerateKey":
		return m.pair(call)
	case "crypto/rsa.GenerateKey", "crypto/ecdsa.GenerateKey", "(crypto/ecdh.Curve).GenerateKey":
		return edit.Refuse("a pair of keys of this kind, at line %d, is not made of configured bytes: load it from configuration, the same for all replicas", m.Line(m.Pos))
	}
	return m.text()
}

// name is the full name of the function that a call names.
func (m *maker) name(call *ast.CallExpr) string {
	if call == nil {
		return ""
	}
	fn := m.Callee(call)
	if fn == nil || len(call.Args) == 0 {
		return ""
	}
	return fn.FullName()
}

// call is the call of a statement that does nothing else but handle its error.
func (m *maker) call(stmt ast.Stmt) *ast.CallExpr {
	var e ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		e = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			e = stmt.Rhs[0]
		}
	case *ast.IfStmt:
		if init, ok := stmt.Init.(*ast.AssignStmt); ok && stmt.Else == nil && len(init.Rhs) == 1 && isErr(stmt.Cond) {
			e = init.Rhs[0]
		}
	}
	call, _ := e.(*ast.CallExpr)
	return call
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

// maxCalls bounds how far up the calls are followed that make a key.
const maxCalls = 4

// once refuses keys that a function makes which may run several times, or makes
// something else as well: all that it makes would be the same. It refuses keys on
// a condition, too.
func (m *maker) once() error { return m.unconditional(m.Spot, m.stmt, 0) }

// unconditional refuses a statement that runs on a condition or several times, in
// its function or where that is called.
func (m *maker) unconditional(s *edit.Spot, stmt ast.Stmt, depth int) error {
	for i, n := range s.Path {
		switch n := n.(type) {
		case *ast.IfStmt:
			if ast.Stmt(n) != stmt && n.Pos() <= stmt.Pos() && stmt.End() <= n.End() {
				return standsIn(s, n.Cond)
			}
		case *ast.ForStmt, *ast.RangeStmt:
			return edit.Refuse("keys are made in a loop at line %d", s.Line(n.Pos()))
		case *ast.BlockStmt:
			if at := instead(n, s.Pos); at != nil {
				return standsIn(s, at)
			}
		case *ast.FuncLit:
			if i+1 < len(s.Path) {
				if call, ok := s.Path[i+1].(*ast.CallExpr); ok {
					if fn := s.Callee(call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync" {
						m.late = true // once.Do, sync.OnceValue
						return nil
					}
				}
			}
		case *ast.FuncDecl:
			return m.calledOnce(s, n, depth)
		}
	}
	return nil
}

func standsIn(s *edit.Spot, at ast.Node) error {
	return edit.Refuse("the random key stands in for what is missing (line %d): if that is a setting, refuse to start there instead", s.Line(at.Pos()))
}

// instead is a statement before a position that returns something else than an
// error: what follows stands in for it.
func instead(block *ast.BlockStmt, pos token.Pos) ast.Node {
	for _, stmt := range block.List {
		if stmt.Pos() >= pos {
			break
		}
		n, ok := stmt.(*ast.IfStmt)
		if !ok || isErr(n.Cond) || len(n.Body.List) == 0 {
			continue
		}
		if _, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt); ok {
			return n.Cond
		}
	}
	return nil
}

// calledOnce refuses functions that are used at several places, or once on a
// condition.
func (m *maker) calledOnce(s *edit.Spot, fd *ast.FuncDecl, depth int) error {
	fn, ok := s.Info.Defs[fd.Name].(*types.Func)
	if !ok || fd.Recv == nil && (fd.Name.Name == "main" || fd.Name.Name == "init") {
		return nil
	}
	var at token.Pos
	uses := 0
	for _, p := range m.Prog.Packages {
		for id, obj := range p.Info.Uses {
			if obj == types.Object(fn) && p.Has(id.Pos()) {
				at = id.Pos()
				uses++
			}
		}
	}
	if uses != 1 {
		return edit.Refuse("%s, which makes the key, is used at %d places, and would return the same at all of them: make the key in a function of its own", fd.Name.Name, uses)
	}
	caller, err := m.Prog.Place(at)
	if err != nil || depth == maxCalls {
		return err
	}
	stmt, _ := caller.Statement()
	if stmt == nil {
		return nil // a variable of the package
	}
	return m.unconditional(caller, stmt, depth+1)
}

// filled takes a slice or an array that is filled at random.
func (m *maker) filled(call *ast.CallExpr, target ast.Expr) error {
	if at := m.filledAgain(call, target); at != nil {
		return edit.Refuse("the key is filled at line %d as well: a configured one would stay what it was", m.Line(at.Pos()))
	}
	if size, n := m.made(target); size != nil && n <= keyLen {
		m.fix.Edits = append(m.fix.Edits, edit.Replace(size, m.key(target, n)))
		return m.without(m.stmt, "")
	}
	n := m.length(target)
	switch {
	case n == 0:
		return edit.Refuse("how long the key is that line %d fills is not known", m.Line(m.stmt.Pos()))
	case n > keyLen:
		return edit.Refuse("the key has %d bytes: configured ones have %d", n, keyLen)
	}
	return m.without(m.stmt, "copy("+m.Text(target)+", "+m.key(target, keyLen)+")")
}

// filledAgain is another call that fills the variable or field of a key at random,
// nil if there is none: as one that is renewed, or a buffer that makes several.
func (m *maker) filledAgain(call *ast.CallExpr, target ast.Expr) (at *ast.CallExpr) {
	holder := func(e ast.Expr) types.Object {
		e = ast.Unparen(e)
		if sl, ok := e.(*ast.SliceExpr); ok {
			e = ast.Unparen(sl.X)
		}
		switch e := e.(type) {
		case *ast.Ident:
			return m.Info.ObjectOf(e)
		case *ast.SelectorExpr:
			return m.Info.ObjectOf(e.Sel)
		}
		return nil
	}
	key := holder(target)
	for _, f := range m.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			other, ok := n.(*ast.CallExpr)
			if !ok || other == call || key == nil {
				return true
			}
			if name := m.name(other); (name == "crypto/rand.Read" || name == "io.ReadFull") && holder(other.Args[len(other.Args)-1]) == key {
				at = other
			}
			return at == nil
		})
	}
	return at
}

// key is the expression of the configured key.
func (m *maker) key(target ast.Expr, n int64) string {
	text := m.q + "MustKeys().Key(" + strconv.Quote(m.label(target)) + ")"
	if n < keyLen {
		text += "[:" + strconv.FormatInt(n, 10) + "]"
	}
	return text
}

// without puts a text in the place of the statement that makes the key, and
// removes what looks at its error.
func (m *maker) without(stmt ast.Stmt, text string) error {
	gone := []ast.Node{stmt}
	if assign, ok := stmt.(*ast.AssignStmt); ok {
		if id, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident); ok && id.Name != "_" {
			next := m.next(stmt)
			switch n := next.(type) {
			case *ast.IfStmt:
				if n.Init != nil || n.Else != nil || !isErr(n.Cond) || m.Text(n.Cond.(*ast.BinaryExpr).X) != id.Name {
					return edit.Refuse("what becomes of the error at line %d is not known", m.Line(stmt.Pos()))
				}
				gone = append(gone, n)
			case *ast.ReturnStmt:
				if len(n.Results) == 0 || m.Text(n.Results[len(n.Results)-1]) != id.Name {
					return edit.Refuse("what becomes of the error at line %d is not known", m.Line(stmt.Pos()))
				}
				m.fix.Edits = append(m.fix.Edits, edit.Replace(n.Results[len(n.Results)-1], "nil"))
			default:
				return edit.Refuse("what becomes of the error at line %d is not known", m.Line(stmt.Pos()))
			}
		}
	}
	for i, n := range gone {
		if i == 0 && text != "" {
			m.fix.Edits = append(m.fix.Edits, edit.Replace(n, text))
			continue
		}
		m.fix.Edits = append(m.fix.Edits, m.DeleteStmt(n.(ast.Stmt)))
	}
	for _, e := range m.DroppedImports(gone...) {
		m.fix.Add(e)
	}
	return nil
}

// next is the statement after another one.
func (m *maker) next(stmt ast.Stmt) ast.Stmt {
	block, ok := m.list.(*ast.BlockStmt)
	if !ok {
		return nil
	}
	for i, s := range block.List {
		if s == stmt && i+1 < len(block.List) {
			return block.List[i+1]
		}
	}
	return nil
}

// made finds the expression that makes the slice, in the statement before the
// one that fills it or in a literal there, and its length.
func (m *maker) made(target ast.Expr) (ast.Expr, int64) {
	assign, ok := m.Previous(m.list, m.stmt).(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != len(assign.Rhs) {
		return nil, 0
	}
	for i, l := range assign.Lhs {
		if m.Text(l) == m.Text(target) {
			return m.slice(assign.Rhs[i])
		}
		// s := &T{key: make([]byte, 32)}; rand.Read(s.key)
		sel, ok := target.(*ast.SelectorExpr)
		if !ok || m.Text(sel.X) != m.Text(l) {
			continue
		}
		x := ast.Unparen(assign.Rhs[i])
		if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
			x = ast.Unparen(u.X)
		}
		if lit, ok := x.(*ast.CompositeLit); ok {
			if kv := edit.Element(lit, sel.Sel.Name); kv != nil {
				return m.slice(kv.Value)
			}
		}
	}
	return nil, 0
}

// slice is make([]byte, N) with its N.
func (m *maker) slice(e ast.Expr) (ast.Expr, int64) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return nil, 0
	}
	id, ok := call.Fun.(*ast.Ident)
	if !ok || m.Info.Uses[id] != types.Universe.Lookup("make") || types.TypeString(m.Info.TypeOf(call).Underlying(), nil) != "[]byte" {
		return nil, 0
	}
	v := m.Info.Types[call.Args[1]].Value
	if v == nil {
		return nil, 0
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	if !ok {
		return nil, 0
	}
	return call, n
}

// length is how many bytes are filled, 0 if that is not known: those of an array,
// or of a slice that is made in one place.
func (m *maker) length(target ast.Expr) int64 {
	if sl, ok := target.(*ast.SliceExpr); ok && sl.Low == nil && sl.High == nil {
		t := m.Info.TypeOf(sl.X)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if a, ok := t.Underlying().(*types.Array); ok {
			return a.Len()
		}
		return 0
	}
	if id, ok := target.(*ast.Ident); ok {
		if def := m.Definition(id); def != nil {
			_, n := m.slice(def)
			return n
		}
	}
	return 0
}

// pair takes a pair of keys for signatures from a configured seed.
//
//	pub, priv, err := ed25519.GenerateKey(rand.Reader)
//
//	priv := ed25519.NewKeyFromSeed(handles.MustKeys().Key("main.keys.priv"))
//	pub := priv.Public().(ed25519.PublicKey)
func (m *maker) pair(call *ast.CallExpr) error {
	assign, ok := m.stmt.(*ast.AssignStmt)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(assign.Lhs) != 3 || !isSel {
		return edit.Refuse("the pair of keys at line %d is not assigned in a statement of its own", m.Line(call.Pos()))
	}
	pkg := m.Text(sel.X) + "."
	pub, priv := assign.Lhs[0], assign.Lhs[1]
	if m.Text(priv) == "_" {
		return edit.Refuse("the pair of keys at line %d has no private key", m.Line(call.Pos()))
	}
	op := " " + assign.Tok.String() + " "
	text := m.Text(priv) + op + pkg + "NewKeyFromSeed(" + m.key(priv, keyLen) + ")"
	if m.Text(pub) != "_" {
		text += "\n" + m.Indent(m.stmt) + m.Text(pub) + op + m.Text(priv) + ".Public().(" + pkg + "PublicKey)"
	}
	if err := m.without(m.stmt, text); err != nil {
		return err
	}
	// The package is needed as before, and what the call took its bytes from is not.
	m.fix.Edits = keep(m.fix.Edits, m.importOf(sel))
	return nil
}

// importOf is the import that a selector goes through.
func (m *maker) importOf(sel *ast.SelectorExpr) *ast.ImportSpec {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	name, ok := m.Info.Uses[id].(*types.PkgName)
	if !ok {
		return nil
	}
	for _, spec := range m.File.Imports {
		if m.Info.Implicits[spec] == name || spec.Name != nil && m.Info.Defs[spec.Name] == name {
			return spec
		}
	}
	return nil
}

// keep leaves out the edits that remove an import.
func keep(edits []edit.Edit, spec *ast.ImportSpec) (out []edit.Edit) {
	for _, e := range edits {
		if spec != nil && e.New == "" && e.Pos <= spec.Pos() && spec.End() <= e.End {
			continue
		}
		out = append(out, e)
	}
	return out
}

// text takes a secret that is a text made at random.
//
//	secret := uuid.NewString()       secret := hex.EncodeToString(handles.MustKeys().Key("main.main.secret"))
func (m *maker) text() error {
	call, ok := edit.Find[*ast.CallExpr](m.Spot)
	if !ok || len(call.Args) > 0 || types.TypeString(m.Info.TypeOf(call), nil) != "string" {
		return edit.Refuse("the key at line %d is not bytes that a statement fills at random, nor a text that is made at random", m.Line(m.Pos))
	}
	target := ast.Expr(nil)
	path := m.Spotted(call)
	if len(path) > 1 {
		switch n := path[1].(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 {
				target = n.Lhs[0]
			}
		case *ast.KeyValueExpr:
			target = n.Key
		case *ast.ValueSpec:
			if len(n.Names) == 1 {
				target = n.Names[0]
			}
		}
	}
	if target == nil {
		return edit.Refuse("the key at line %d has no variable or field of its own", m.Line(m.Pos))
	}
	hex, imp, err := m.Import("encoding/hex", "hex")
	if err != nil {
		return err
	}
	if imp != nil {
		m.fix.Add(*imp)
	}
	m.fix.Edits = append(m.fix.Edits, edit.Replace(call, hex+"EncodeToString("+m.key(target, keyLen)+")"))
	for _, e := range m.DroppedImports(call) {
		m.fix.Add(e)
	}
	return nil
}

// label names the purpose of a key, so that no two keys of a program are the same:
// by the variable or field that holds it, and what that belongs to.
func (m *maker) label(target ast.Expr) string {
	if sl, ok := target.(*ast.SliceExpr); ok {
		target = ast.Unparen(sl.X)
	}
	name, owner := "key", ""
	switch t := target.(type) {
	case *ast.Ident:
		name = t.Name
	case *ast.SelectorExpr:
		name = t.Sel.Name
		x := m.Info.TypeOf(t.X)
		if p, ok := x.(*types.Pointer); ok {
			x = p.Elem()
		}
		if n, ok := x.(*types.Named); ok {
			owner = n.Obj().Name() + "."
		}
	}
	if owner == "" {
		for _, n := range m.Path {
			if fd, ok := n.(*ast.FuncDecl); ok {
				owner = fd.Name.Name + "."
			}
		}
	}
	return m.Types.Name() + "." + owner + name
}
