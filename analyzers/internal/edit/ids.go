package edit

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strconv"
	"strings"
)

// An idPart is a piece of the text that makes an id: a text that never changes,
// an expression that stays as it is, or neither, for what can be guessed.
type idPart struct {
	text string
	kept string
	weak ast.Expr // what is counted up or taken from the time
}

// MintID has an id minted at random that is put together from numbers or the
// time. Texts around them stay, and so do other expressions. What is not needed
// any more goes as well: the variable of the number, the statement that counts it
// up, the imports.
//
//	id := fmt.Sprintf("%s-%d-%d", kind, time.Now().Unix(), n)
//	id := kind + "-" + rand.Text()
func (s *Spot) MintID(def ast.Expr, fix *Fix) error {
	parts, ok := s.idParts(def)
	if !ok {
		return Refuse("the id is made in a way that is not known, at line %d", s.Line(def.Pos()))
	}
	if err := s.oldGo(); err != nil {
		return err
	}
	if at, id := s.told(parts); at.IsValid() {
		return Refuse("%s knows the id %s, which would be another one", s.Prog.Position(at), id)
	}
	for _, p := range parts {
		if p.weak == nil {
			continue
		}
		if at := s.countedElsewhere(p.weak, def); at.IsValid() {
			return Refuse("what counts the id up at line %d is read at line %d as well", s.Line(def.Pos()), s.Line(at))
		}
	}
	q, err := s.cryptoRand(def, fix)
	if err != nil {
		return err
	}
	fix.Add(Replace(def, assemble(parts, q+"Text()")))
	for _, p := range parts {
		if p.weak != nil {
			s.dropNumber(p.weak, def, fix)
		}
	}
	return nil
}

// assemble joins the parts of an id. Guessable parts, and what stands between
// them, become one random text.
func assemble(parts []idPart, random string) string {
	isWeak := func(p idPart) bool { return p.weak != nil }
	first := slices.IndexFunc(parts, isWeak)
	last := len(parts) - 1
	for !isWeak(parts[last]) {
		last--
	}
	var out []string
	text := ""
	flush := func() {
		if text != "" {
			out = append(out, strconv.Quote(text))
		}
		text = ""
	}
	for i, p := range parts {
		switch {
		case i == first:
			flush()
			out = append(out, random)
		case isWeak(p):
		case p.kept != "":
			flush()
			if i > first && i < last {
				out = append(out, strconv.Quote("-"))
			}
			out = append(out, p.kept)
		case i < first || i > last:
			text += p.text
		}
	}
	flush()
	return strings.Join(out, " + ")
}

// idParts takes the expression of an id apart. It reports false for what it does
// not know, and for what nobody can guess.
func (s *Spot) idParts(e ast.Expr) (out []idPart, ok bool) {
	out, ok = s.parts(e, 0)
	return out, ok && slices.ContainsFunc(out, func(p idPart) bool { return p.weak != nil })
}

func (s *Spot) parts(e ast.Expr, depth int) ([]idPart, bool) {
	e = ast.Unparen(e)
	tv := s.Info.Types[e]
	if tv.Value != nil && tv.Value.Kind() == constant.String {
		return []idPart{{text: constant.StringVal(tv.Value)}}, true
	}
	if !isString(tv.Type) || depth > 3 {
		return nil, false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return nil, false
		}
		x, ok := s.parts(e.X, depth)
		if !ok {
			return nil, false
		}
		y, ok := s.parts(e.Y, depth)
		return append(x, y...), ok
	case *ast.CallExpr:
		return s.call(e, depth)
	case *ast.Ident:
		if def := s.Definition(e); def != nil {
			if list, ok := s.parts(def, depth+1); ok && len(list) == 1 && list[0].weak != nil {
				return []idPart{{weak: e}}, true
			}
		}
		return []idPart{{kept: e.Name}}, true
	case *ast.SelectorExpr, *ast.IndexExpr:
		return []idPart{{kept: s.Text(e)}}, true
	}
	return nil, false
}

// call takes a call apart whose result is part of an id.
func (s *Spot) call(e *ast.CallExpr, depth int) ([]idPart, bool) {
	fn := s.Callee(e)
	if fn == nil || fn.Pkg() == nil {
		return nil, false
	}
	switch fn.FullName() {
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint":
		return []idPart{{weak: e.Args[0]}}, true
	case "(time.Time).Format":
		return []idPart{{weak: e}}, true
	case "fmt.Sprint":
		if len(e.Args) == 1 && isInteger(s.Info.TypeOf(e.Args[0])) {
			return []idPart{{weak: e.Args[0]}}, true
		}
	case "fmt.Sprintf":
		return s.sprintf(e, depth)
	}
	return []idPart{{kept: s.Text(e)}}, len(e.Args) == 0 || fn.Pkg().Path() == "strings"
}

// sprintf takes the format of an id apart.
func (s *Spot) sprintf(e *ast.CallExpr, depth int) (out []idPart, ok bool) {
	if len(e.Args) == 0 || e.Ellipsis.IsValid() {
		return nil, false
	}
	format, ok := constantText(s, e.Args[0])
	if !ok {
		return nil, false
	}
	args := e.Args[1:]
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			i = len(format)
		}
		if i > 0 {
			out, format = append(out, idPart{text: format[:i]}), format[i:]
			continue
		}
		verb := 1 + strings.IndexFunc(format[1:], func(r rune) bool { return !strings.ContainsRune("0123456789+-# ", r) })
		if verb < 1 || verb >= len(format) {
			return nil, false
		}
		plain := verb == 1
		c := format[verb]
		format = format[verb+1:]
		if c == '%' && plain {
			out = append(out, idPart{text: "%"})
			continue
		}
		if len(args) == 0 {
			return nil, false
		}
		arg := args[0]
		args = args[1:]
		t := s.Info.TypeOf(arg)
		switch {
		case strings.ContainsRune("dxXobv", rune(c)) && isInteger(t):
			out = append(out, idPart{weak: arg})
		case (c == 's' || c == 'v') && plain && isString(t):
			list, ok := s.parts(arg, depth+1)
			if !ok {
				return nil, false
			}
			out = append(out, list...)
		default:
			return nil, false
		}
	}
	return out, len(args) == 0
}

func isString(t types.Type) bool { return t != nil && types.TypeString(t, nil) == "string" }

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// oldGo refuses code for releases of Go whose crypto/rand has no Text.
func (s *Spot) oldGo() error {
	v := s.Info.FileVersions[s.File]
	if v == "" {
		v = s.Types.GoVersion()
	}
	if v != "" && version.Compare(v, "go1.24") < 0 {
		return Refuse("crypto/rand has Text from Go 1.24 on: raise the go line in go.mod")
	}
	return nil
}

// variable is the variable or field that a number comes from: n, s.next, or what
// a call counts up, as in s.next.Add(1) and atomic.AddInt64(&s.next, 1).
func (s *Spot) variable(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := s.Info.Uses[e].(*types.Var)
		return v
	case *ast.SelectorExpr:
		v, _ := s.Info.Uses[e.Sel].(*types.Var)
		return v
	case *ast.UnaryExpr:
		return s.variable(e.X)
	case *ast.CallExpr:
		if s.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return s.variable(e.Args[0])
		}
		fn := s.Callee(e)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" {
			return nil
		}
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
			return s.variable(sel.X)
		}
		if len(e.Args) > 0 {
			return s.variable(e.Args[0])
		}
	}
	return nil
}

// counts reports whether evaluating an expression counts a variable up.
func (s *Spot) counts(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if fn := s.Callee(c); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && strings.HasPrefix(fn.Name(), "Add") {
				found = true
			}
		}
		return !found
	})
	return found
}

// countedElsewhere is another place that reads what an expression counts up, when
// the expression itself does the counting: without it, that place would see a
// number that stands still.
func (s *Spot) countedElsewhere(e, def ast.Expr) (at token.Pos) {
	if !s.counts(e) {
		return token.NoPos
	}
	v := s.variable(e)
	if v == nil {
		return token.NoPos
	}
	s.uses(v, func(_ *Package, id *ast.Ident) {
		if id.Pos() < def.Pos() || id.Pos() >= def.End() {
			at = id.Pos()
		}
	})
	return at
}

// uses visits the uses of a variable in the packages that were read.
func (s *Spot) uses(v *types.Var, visit func(*Package, *ast.Ident)) {
	for _, p := range s.Prog.Packages {
		for id, obj := range p.Info.Uses {
			if obj == types.Object(v) && p.Has(id.Pos()) {
				visit(p, id)
			}
		}
	}
}

// dropNumber removes what only the number of an id needed: the statement that
// counts it up, or the local variable that held it.
func (s *Spot) dropNumber(e, def ast.Expr, fix *Fix) {
	v := s.variable(e)
	if c, ok := s.counter(e); ok {
		fix.Add(c)
		s.dropField(v, 2, fix)
		return
	}
	if v != nil && s.counts(e) {
		s.dropField(v, 1, fix)
	}
	if v == nil || v.IsField() || v.Parent() == s.Types.Scope() {
		return
	}
	only := true
	s.uses(v, func(_ *Package, id *ast.Ident) { only = only && id.Pos() >= def.Pos() && id.Pos() < def.End() })
	if !only {
		return
	}
	var found *ast.AssignStmt
	ast.Inspect(s.File, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 {
			if id, ok := a.Lhs[0].(*ast.Ident); ok && s.Info.Defs[id] == types.Object(v) {
				found = a
			}
		}
		return true
	})
	if found == nil {
		return
	}
	if at := s.countedElsewhere(found.Rhs[0], found.Rhs[0]); at.IsValid() {
		fix.Add(Edit{Pos: found.Pos(), End: found.Rhs[0].Pos()}) // n := s.next.Add(1): somebody else reads s.next
		return
	}
	fix.Add(s.DeleteStmt(found))
	for _, d := range s.DroppedImports(found, def) {
		fix.Add(d)
	}
}

// dropField removes the field that only counted ids up, if the rewrite takes all
// its uses away.
func (s *Spot) dropField(v *types.Var, gone int, fix *Fix) {
	if v == nil || !v.IsField() || v.Exported() || v.Embedded() {
		return
	}
	uses := 0
	for _, p := range s.Prog.All() {
		for id, obj := range p.Info.Uses {
			if obj == types.Object(v) || p.Test && id.Name == v.Name() {
				uses++
			}
		}
	}
	at, err := s.Prog.Place(v.Pos())
	if uses != gone || err != nil || at.File != s.File {
		return
	}
	field, ok := Find[*ast.Field](at)
	spec, isType := Find[*ast.TypeSpec](at)
	if !ok || !isType || len(field.Names) != 1 || field.Tag != nil || s.Line(field.Pos()) == s.Line(spec.Name.Pos()) {
		return
	}
	if _, _, err := s.Prog.StructType(s.Info.TypeOf(spec.Name)); err != nil {
		return // a literal without the names of its fields, say
	}
	fix.Add(at.DeleteLines(field))
	for _, e := range at.DroppedImports(append(s.replaced(fix), field)...) {
		fix.Add(e)
	}
}

// replaced are the parts of the file that a fix replaces or removes.
func (s *Spot) replaced(fix *Fix) (out []ast.Node) {
	for _, e := range fix.Edits {
		if s.in(e.Pos) && e.End > e.Pos {
			out = append(out, span{e})
		}
	}
	return out
}

// span is the text of an edit as a node.
type span struct{ edit Edit }

func (s span) Pos() token.Pos { return s.edit.Pos }
func (s span) End() token.Pos { return s.edit.End }

// cryptoRand imports crypto/rand, in the place of another package of its name that
// nothing needs any more.
func (s *Spot) cryptoRand(def ast.Expr, fix *Fix) (qualifier string, err error) {
	for _, spec := range s.File.Imports {
		pn, ok := s.Info.Implicits[spec].(*types.PkgName)
		if !ok || pn.Name() != "rand" || pn.Imported().Path() == "crypto/rand" {
			continue
		}
		other := false
		for id, obj := range s.Info.Uses {
			if obj == types.Object(pn) && s.in(id.Pos()) && (id.Pos() < def.Pos() || id.Pos() >= def.End()) {
				other = true
			}
		}
		if !other && !s.imports("crypto/rand") {
			fix.Add(Replace(spec.Path, `"crypto/rand"`))
			for _, e := range s.DroppedImports(def) {
				if e.Pos > spec.Pos() || e.End <= spec.Pos() {
					fix.Add(e)
				}
			}
			return "rand.", nil
		}
	}
	q, imp, err := s.Import("crypto/rand", "rand")
	if err != nil {
		return "", err
	}
	if imp != nil {
		fix.Add(*imp)
	}
	for _, e := range s.DroppedImports(def) {
		fix.Add(e)
	}
	return q, nil
}

// imports reports whether the file imports a package.
func (s *Spot) imports(path string) bool {
	return slices.ContainsFunc(s.File.Imports, func(spec *ast.ImportSpec) bool { return spec.Path.Value == strconv.Quote(path) })
}

// in reports whether a position is in the file of the place.
func (s *Spot) in(pos token.Pos) bool { return s.File.FileStart <= pos && pos < s.File.FileEnd }
