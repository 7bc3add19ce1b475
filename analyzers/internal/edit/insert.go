package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Replace replaces a node.
func Replace(n ast.Node, text string) Edit { return Edit{n.Pos(), n.End(), text} }

// Insert puts text at a position.
func Insert(pos token.Pos, text string) Edit { return Edit{pos, pos, text} }

// AppendArg adds a last argument to a call.
func (s *Spot) AppendArg(c *ast.CallExpr, arg string) (Edit, error) {
	if c.Ellipsis.IsValid() {
		return Edit{}, Refuse("the arguments of the call come from a slice (...)")
	}
	return s.appendElement(c.Rparen, c.Lparen, len(c.Args), func(i int) ast.Node { return c.Args[i] }, arg), nil
}

// appendElement adds a last element to a list that a bracket closes.
func (s *Spot) appendElement(closing, opening token.Pos, n int, at func(int) ast.Node, text string) Edit {
	if n == 0 {
		return Insert(opening+1, text)
	}
	last := at(n - 1)
	rest := s.Between(last.End(), closing)
	comma := strings.Contains(stripComments(rest), ",")
	// draw:  f(a, b)  ->  f(a, b, text)
	if s.Line(last.End()) == s.Line(closing) {
		if comma {
			return Insert(closing, " "+text)
		}
		return Insert(last.End(), ", "+text)
	}
	// One element in a line: the new one gets a line of its own.
	indent := s.Indent(last)
	if !comma {
		return Insert(last.End(), ",\n"+indent+text)
	}
	// A comment behind the last element stays with it.
	return Insert(s.endOfLine(last), "\n"+indent+text+",")
}

// stripComments blanks the comments of a text between two tokens.
func stripComments(s string) string {
	for {
		i := strings.Index(s, "//")
		j := strings.Index(s, "/*")
		switch {
		case i >= 0 && (j < 0 || i < j):
			end := strings.IndexByte(s[i:], '\n')
			if end < 0 {
				return s[:i]
			}
			s = s[:i] + s[i+end:]
		case j >= 0:
			end := strings.Index(s[j:], "*/")
			if end < 0 {
				return s[:j]
			}
			s = s[:j] + s[j+end+2:]
		default:
			return s
		}
	}
}

// AddElement adds a key and a value to a composite literal of a struct. It
// refuses unkeyed literals and those that have the key.
func (s *Spot) AddElement(lit *ast.CompositeLit, key, value string) (Edit, error) {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return Edit{}, Refuse("the literal at line %d has no field names", s.Line(lit.Pos()))
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == key {
			return Edit{}, Refuse("the literal at line %d sets %s already", s.Line(lit.Pos()), key)
		}
	}
	return s.appendElement(lit.Rbrace, lit.Lbrace, len(lit.Elts), func(i int) ast.Node { return lit.Elts[i] }, key+": "+value), nil
}

// AddEntry adds an element to a literal of a map or a list.
func (s *Spot) AddEntry(lit *ast.CompositeLit, entry string) Edit {
	return s.appendElement(lit.Rbrace, lit.Lbrace, len(lit.Elts), func(i int) ast.Node { return lit.Elts[i] }, entry)
}

// Element is the value that a composite literal gives to a field, nil if none.
func Element(lit *ast.CompositeLit, key string) *ast.KeyValueExpr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == key {
				return kv
			}
		}
	}
	return nil
}

// Import makes sure that the file imports a package and returns how to call it,
// with the dot. The edit is nil if the import is there.
func (s *Spot) Import(importPath, name string) (string, *Edit, error) {
	for _, spec := range s.File.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p != importPath {
			continue
		}
		have := name
		if spec.Name != nil {
			have = spec.Name.Name
		} else if pn, ok := s.Info.Implicits[spec].(*types.PkgName); ok {
			have = pn.Name()
		}
		if have == "." || have == "_" {
			continue
		}
		if obj := s.Lookup(have); obj != nil {
			if _, ok := obj.(*types.PkgName); !ok {
				return "", nil, Refuse("%s means something else at line %d", have, s.Line(s.Pos))
			}
		}
		return have + ".", nil, nil
	}
	local := name
	for n := 2; s.taken(local); n++ {
		local = name + strconv.Itoa(n)
	}
	spec := strconv.Quote(importPath)
	if local != path.Base(importPath) {
		spec = local + " " + spec
	}
	return local + ".", s.importEdit(spec, importPath), nil
}

// taken reports whether a name means something in the file.
func (s *Spot) taken(name string) bool {
	if s.Types.Scope().Lookup(name) != nil || types.Universe.Lookup(name) != nil {
		return true
	}
	found := false
	ast.Inspect(s.File, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			if sel := s.Info.Uses[id]; sel == nil || sel.Parent() != nil {
				found = true // not a field or method
			}
		}
		return !found
	})
	for _, spec := range s.File.Imports {
		if pn, ok := s.Info.Implicits[spec].(*types.PkgName); ok && pn.Name() == name {
			return true
		}
	}
	return found
}

// importEdit adds an import: to the last group of a declaration with
// parentheses whose paths look alike (with a dot or without), else to the end.
func (s *Spot) importEdit(spec, importPath string) *Edit {
	external := s.external(importPath)
	var decl *ast.GenDecl
	for _, d := range s.File.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && len(g.Specs) > 0 {
			if p, _ := strconv.Unquote(g.Specs[0].(*ast.ImportSpec).Path.Value); p != "C" {
				decl = g
			}
		}
	}
	switch {
	case decl == nil:
		e := Insert(s.File.Name.End(), "\n\nimport "+spec)
		return &e
	case !decl.Lparen.IsValid():
		e := Edit{decl.Specs[0].Pos(), decl.Specs[0].End(), "(\n\t" + s.Text(decl.Specs[0]) + s.separator(decl.Specs[0], external) + "\t" + spec + "\n)"}
		return &e
	}
	var after, before ast.Spec
	for _, sp := range decl.Specs {
		p, _ := strconv.Unquote(sp.(*ast.ImportSpec).Path.Value)
		group := before == nil || s.Line(sp.Pos()) > s.Line(before.End())+1
		if s.external(p) == external && (after == nil || p < importPath || group) {
			after = sp
		}
		before = sp
	}
	if after == nil {
		if external {
			last := decl.Specs[len(decl.Specs)-1]
			e := Insert(s.endOfLine(last), "\n\n\t"+spec)
			return &e
		}
		e := Insert(decl.Specs[0].Pos(), spec+"\n\n\t")
		return &e
	}
	e := Insert(s.endOfLine(after), "\n\t"+spec)
	return &e
}

// external reports whether a path is none of the standard library: it begins with
// a host, or as the module's own packages do.
func (s *Spot) external(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	own, _, _ := strings.Cut(s.PkgPath(), "/")
	return strings.Contains(first, ".") || first == own
}

func (s *Spot) separator(first ast.Spec, external bool) string {
	p, _ := strconv.Unquote(first.(*ast.ImportSpec).Path.Value)
	if s.external(p) != external {
		return "\n\n"
	}
	return "\n"
}

// endOfLine is where the line ends on which a node ends, comments included.
func (s *Spot) endOfLine(n ast.Node) token.Pos {
	tf := s.Prog.Fset.File(n.End())
	line := tf.Line(n.End())
	if line == tf.LineCount() {
		return n.End()
	}
	end := tf.LineStart(line+1) - 1
	if strings.HasSuffix(s.Between(n.End(), end), "\r") {
		end--
	}
	return end
}

// Before puts a statement on a line of its own before another one, and before the
// comment that stands right above that one.
func (s *Spot) Before(stmt ast.Stmt, text string) Edit {
	tf := s.Prog.Fset.File(stmt.Pos())
	pos := stmt.Pos()
	for _, c := range s.File.Comments {
		alone := strings.TrimSpace(s.Between(tf.LineStart(tf.Line(c.Pos())), c.Pos())) == ""
		if alone && c.End() < pos && tf.Line(c.End())+1 == tf.Line(stmt.Pos()) {
			pos = c.Pos()
		}
	}
	return Insert(pos, text+"\n"+s.Indent(stmt))
}

// Fresh is a name that means nothing in the function around the place.
func (s *Spot) Fresh(name string) string {
	out := name
	for n := 2; s.taken(out); n++ {
		out = name + strconv.Itoa(n)
	}
	return out
}

// Previous is the statement before another one in a list, nil if there is none.
func (s *Spot) Previous(list ast.Node, stmt ast.Stmt) ast.Stmt {
	var body []ast.Stmt
	switch l := list.(type) {
	case *ast.BlockStmt:
		body = l.List
	case *ast.CaseClause:
		body = l.Body
	case *ast.CommClause:
		body = l.Body
	}
	for i := 1; i < len(body); i++ {
		if body[i] == stmt {
			return body[i-1]
		}
	}
	return nil
}

// DeleteStmt removes a statement together with its line, if it has the line for
// itself. A comment behind it goes too, since it is about the statement.
func (s *Spot) DeleteStmt(stmt ast.Stmt) Edit {
	tf := s.Prog.Fset.File(stmt.Pos())
	from, to := tf.LineStart(tf.Line(stmt.Pos())), s.endOfLine(stmt)
	before, after := s.Between(from, stmt.Pos()), strings.TrimSpace(s.Between(stmt.End(), to))
	if strings.TrimSpace(before) != "" || after != "" && !strings.HasPrefix(after, "//") {
		return Edit{stmt.Pos(), stmt.End(), ""}
	}
	if line := tf.Line(to); line < tf.LineCount() {
		to = tf.LineStart(line + 1)
	}
	return Edit{from, to, ""}
}

// DropImport removes the import that a call goes through, if the file has no
// other use of it.
func (s *Spot) DropImport(call *ast.CallExpr) (Edit, bool) {
	for _, e := range s.DroppedImports(call.Fun) {
		return e, true
	}
	return Edit{}, false
}

// dropSpec removes an import.
func (s *Spot) dropSpec(name *types.PkgName) (Edit, bool) {
	for _, d := range s.File.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for _, sp := range g.Specs {
			spec := sp.(*ast.ImportSpec)
			if s.Info.Implicits[spec] != name && (spec.Name == nil || s.Info.Defs[spec.Name] != name) {
				continue
			}
			if !g.Lparen.IsValid() {
				return s.line(g.Pos(), g.End()), true
			}
			return s.lineOfList(spec), true
		}
	}
	return Edit{}, false
}

// lineOfList removes an import from a list, from the end of the line before to the
// end of its own, so that what is inserted behind either stays.
func (s *Spot) lineOfList(spec *ast.ImportSpec) Edit {
	tf := s.Prog.Fset.File(spec.Pos())
	from := tf.LineStart(tf.Line(spec.Pos()))
	if strings.TrimSpace(s.Between(from, spec.Pos())) != "" || tf.Line(spec.Pos()) == 1 {
		return Edit{spec.Pos(), spec.End(), ""}
	}
	if from--; strings.HasSuffix(s.Between(tf.LineStart(tf.Line(from)), from), "\r") {
		from--
	}
	return Edit{from, s.endOfLine(spec), ""}
}

// line removes what stands from pos to end together with its lines.
func (s *Spot) line(pos, end token.Pos) Edit {
	tf := s.Prog.Fset.File(pos)
	from := tf.LineStart(tf.Line(pos))
	if line := tf.Line(end); line < tf.LineCount() && strings.TrimSpace(s.Between(from, pos)) == "" {
		return Edit{from, tf.LineStart(line + 1), ""}
	}
	return Edit{pos, end, ""}
}

// DeleteLines removes a node together with its lines and the comment above it.
func (s *Spot) DeleteLines(n ast.Node) Edit {
	pos := n.Pos()
	if f, ok := n.(*ast.Field); ok && f.Doc != nil {
		pos = f.Doc.Pos()
	}
	tf := s.Prog.Fset.File(pos)
	from := tf.LineStart(tf.Line(pos))
	if strings.TrimSpace(s.Between(from, pos)) != "" || tf.Line(n.End()) == tf.LineCount() {
		return Edit{pos, n.End(), ""}
	}
	return Edit{from, tf.LineStart(tf.Line(n.End()) + 1), ""}
}

// DroppedImports are the imports that the file does not need without some nodes,
// in the order of their places.
func (s *Spot) DroppedImports(without ...ast.Node) (out []Edit) {
	gone := func(pos token.Pos) bool {
		return slices.ContainsFunc(without, func(n ast.Node) bool { return n.Pos() <= pos && pos < n.End() })
	}
	in, others := map[*types.PkgName]bool{}, map[*types.PkgName]bool{}
	ast.Inspect(s.File, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if name, ok := s.Info.Uses[id].(*types.PkgName); ok && gone(id.Pos()) {
			in[name] = true
		} else if ok {
			others[name] = true
		}
		return true
	})
	for name := range in {
		if others[name] {
			continue
		}
		if e, ok := s.dropSpec(name); ok {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b Edit) int { return int(a.Pos - b.Pos) })
	return out
}

// Spotted lists the nodes around a node, itself first.
func (s *Spot) Spotted(n ast.Node) []ast.Node {
	var path []ast.Node
	ast.Inspect(s.File, func(x ast.Node) bool {
		if x == nil || x.Pos() > n.Pos() || x.End() < n.End() {
			return false
		}
		path = append([]ast.Node{x}, path...)
		return x != n
	})
	return path
}
