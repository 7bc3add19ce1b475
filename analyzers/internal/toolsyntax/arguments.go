package toolsyntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// Argument is one that a tool is to take beside those that it has.
type Argument struct {
	Name     string // in JSON: idempotency_key
	Field    string // of structs: IdempotencyKey
	About    string // what callers read of it
	Required bool
}

func (a Argument) options() string {
	if a.Required {
		return ""
	}
	return ",omitempty"
}

// Take adds an argument to the struct of the handler's arguments. A struct that is
// anything else as well, or serves other handlers than those that take the same
// argument, stays as it is, inside of one for this tool:
//
//	// createNoteArgs are the arguments of create_note.
//	type createNoteArgs struct {
//		noteIn
//		IdempotencyKey string `json:"idempotency_key,omitempty" jsonschema:"..."`
//	}
func (h *Handler) Take(c *rule.Context, tool string, arg Argument, takes func(handler ast.Node) bool, fix *edit.Fix) error {
	t := h.Sig.Params().At(2).Type()
	alone := false
	if named := structOf(t); named != nil {
		alone = h.alone(c, named, takes)
		decl, st, err := c.StructType(t)
		if alone && err == nil {
			e, err := decl.AddField(st, arg.Field, "string", arg.Name, arg.options(), arg.About)
			if err != nil {
				return err
			}
			fix.Add(e) // tools may share the type
			return nil
		}
	}
	return h.surround(c, tool, arg, fix)
}

// structOf is the named struct that a type is or points to, nil if there is none.
func structOf(t types.Type) *types.Named {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return nil
	}
	return named
}

// surround gives the tool a struct of its own around the one that its handler
// takes now.
func (h *Handler) surround(c *rule.Context, tool string, arg Argument, fix *edit.Fix) error {
	at := c.Position(h.Node.Pos())
	t := h.Sig.Params().At(2).Type()
	field := FieldOf(h.Type.Params, 2)
	if field == nil {
		return edit.Refuse("the parameters of the handler at %s share a type", at)
	}
	st, ok := t.Underlying().(*types.Struct)
	named, isNamed := types.Unalias(t).(*types.Named)
	if _, isParam := types.Unalias(t).(*types.TypeParam); !ok || isParam || st.NumFields() > 0 && !isNamed {
		return edit.Refuse("the arguments of the handler at %s have no type to add a field to", at)
	}
	if err := h.fits(at.String(), t, st, partName(field.Type), arg); err != nil {
		return err
	}
	if isNamed && named.Obj().Parent() != named.Obj().Pkg().Scope() {
		return edit.Refuse("the type %s of the handler's arguments is declared in a function, at %s", named.Obj().Name(), at)
	}
	decl := topLevel(h.Spotted(h.Node))
	if decl == token.NoPos {
		return edit.Refuse("the declaration around the handler at %s is not known", at)
	}
	name := h.Fresh(camel(tool) + "Args")
	part := ""
	if isNamed {
		part = partName(field.Type)
	}
	if err := h.callers(c, name, part, fix); err != nil {
		return err
	}
	text := "// " + name + " are the arguments of " + tool + ".\ntype " + name + " struct {\n"
	if part != "" {
		text += "\t" + h.Text(field.Type) + "\n"
	}
	text += "\t" + arg.Field + " string `json:\"" + arg.Name + arg.options() + "\" jsonschema:" + strconv.Quote(arg.About) + "`\n}\n\n"
	fix.Add(edit.Replace(field.Type, name))
	fix.Add(edit.Insert(decl, text))
	if len(field.Names) == 1 {
		return h.insideOf(h.Info.Defs[field.Names[0]], part, fix)
	}
	return nil
}

// fits refuses arguments that cannot be a part of others: the part would take the
// place of the whole in JSON, has an argument of that name, or a field or method
// that the name of the part would hide.
func (h *Handler) fits(at string, t types.Type, st *types.Struct, part string, arg Argument) error {
	if m := edit.OwnJSON(t); m != "" {
		return edit.Refuse("the arguments of the handler at %s have a method %s, which would leave a new one out", at, m)
	}
	if part == "" {
		return nil
	}
	if f := edit.Clash(st, arg.Field, arg.Name); f != "" {
		return edit.Refuse("the arguments of the handler at %s have a field %s already", at, f)
	}
	if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, h.Types, part); obj != nil {
		return edit.Refuse("the arguments of the handler at %s have a %s that is called as their type: they cannot be a part of others", at, part)
	}
	return nil
}

// partName is the name of a field that embeds a type.
func partName(typ ast.Expr) string {
	switch e := ast.Unparen(typ).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return partName(e.X)
	case *ast.IndexListExpr:
		return partName(e.X)
	}
	return ""
}

// topLevel is where the declaration around a place begins, its comment included.
func topLevel(path []ast.Node) token.Pos {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Doc != nil {
				return n.Doc.Pos()
			}
			return n.Pos()
		case *ast.GenDecl:
			if n.Tok == token.VAR && len(path) > 1 && n == path[len(path)-2] {
				if n.Doc != nil {
					return n.Doc.Pos()
				}
				return n.Pos()
			}
		}
	}
	return token.NoPos
}

// insideOf has what a handler does with its arguments as a whole done with the
// part of them that they were.
//
//	use(in)         use(in.noteIn)
func (h *Handler) insideOf(param types.Object, part string, fix *edit.Fix) (err error) {
	if param == nil {
		return nil
	}
	edit.Parents(h.Body, func(n ast.Node, up []ast.Node) {
		id, ok := n.(*ast.Ident)
		if !ok || h.Info.Uses[id] != param {
			return
		}
		switch p := up[len(up)-1].(type) {
		case *ast.SelectorExpr:
			if p.X == ast.Expr(id) {
				return // found promoted
			}
		case *ast.AssignStmt:
			if p.Tok == token.DEFINE && slices.Contains(p.Lhs, ast.Expr(id)) {
				err = edit.Refuse("the handler at line %d gives its arguments another value together with a new variable, at line %d", h.Line(h.Type.Pos()), h.Line(id.Pos()))
				return
			}
		}
		if part == "" { // a struct without fields and without a name
			fix.Add(edit.Replace(id, "struct{}{}"))
			return
		}
		fix.Add(edit.Insert(id.End(), "."+part))
	})
	return err
}

// callers lets those that call the handler, as tests do, hand their arguments on
// as a part, and refuses a handler whose type is written elsewhere.
//
//	create(ctx, nil, noteIn{})        create(ctx, nil, createNoteArgs{noteIn: noteIn{}})
func (h *Handler) callers(c *rule.Context, name, part string, fix *edit.Fix) error {
	if lit, ok := h.Node.(*ast.FuncLit); ok {
		return h.inferred(c, h.Spot, lit)
	}
	fn, ok := h.Info.Defs[h.Node.(*ast.FuncDecl).Name].(*types.Func)
	if !ok {
		return edit.Refuse("the handler at %s has no type", c.Position(h.Node.Pos()))
	}
	if i := implements(c, fn); i != "" {
		return edit.Refuse("the handler %s is a method of the interface %s: its arguments cannot change", fn.Name(), i)
	}
	if c.Public(h.Package, fn) {
		return edit.Refuse("other modules may call the handler %s: its arguments cannot change", fn.Name())
	}
	uses, err := c.Mentions(c.All(), func(o types.Object) bool {
		f, ok := o.(*types.Func)
		return ok && f.Origin().Pos() == fn.Pos()
	})
	if err != nil {
		return err
	}
	for _, u := range uses {
		call, isCall := outer(u.Nodes).(*ast.CallExpr)
		if !isCall || ast.Unparen(call.Fun) != u.Expr {
			if u.Test {
				return edit.Refuse("a test takes the handler %s as a value, at %s: its arguments cannot change", fn.Name(), c.Position(u.Expr.Pos()))
			}
			if err := h.inferred(c, u.Spot, u.Expr); err != nil {
				return err
			}
			continue
		}
		if len(call.Args) != 3 || u.PkgPath() != h.PkgPath() {
			return edit.Refuse("the handler %s is called at %s, from where its new arguments cannot be made", fn.Name(), c.Position(call.Pos()))
		}
		a := call.Args[2]
		if part == "" {
			fix.Add(edit.Replace(a, name+"{}"))
			continue
		}
		fix.Add(edit.Insert(a.Pos(), name+"{"+part+": "))
		fix.Add(edit.Insert(a.End(), "}"))
	}
	return nil
}

// outer is the node around an expression, parentheses left out.
func outer(path []ast.Node) ast.Node {
	for _, n := range path[1:] {
		if _, ok := n.(*ast.ParenExpr); !ok {
			return n
		}
	}
	return nil
}

// implements names an interface of the packages that a method is there for, ""
// if there is none.
func implements(c *rule.Context, fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	for _, pkg := range c.Packages {
		for _, name := range pkg.Types.Scope().Names() {
			tn, ok := pkg.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			i, ok := tn.Type().Underlying().(*types.Interface)
			if !ok {
				continue
			}
			for m := range i.Methods() {
				if m.Name() == fn.Name() && types.Identical(m.Signature(), fn.Signature()) {
					return name
				}
			}
		}
	}
	return ""
}

// inferred refuses a handler whose type is written down where it becomes a value:
// it must be an argument of a function that takes handlers with any arguments.
func (h *Handler) inferred(c *rule.Context, s *edit.Spot, value ast.Expr) error {
	path := s.Spotted(value)
	for i := 1; i < len(path); i++ {
		var id *ast.Ident
		switch p := path[i].(type) {
		case *ast.ParenExpr:
			value = p
			continue
		case *ast.AssignStmt:
			if k := slices.Index(p.Rhs, value); k >= 0 && len(p.Lhs) == len(p.Rhs) && p.Tok == token.DEFINE {
				id, _ = p.Lhs[k].(*ast.Ident)
			}
		case *ast.ValueSpec:
			if k := slices.Index(p.Values, value); k >= 0 && len(p.Names) == len(p.Values) && p.Type == nil {
				id = p.Names[k]
			}
		case *ast.CallExpr:
			again, ok := inferredIn(s, p, value)
			if ok && again {
				value = p
				continue
			}
			if ok {
				return nil
			}
		}
		if id != nil && s.Info.Defs[id] != nil {
			return h.inferredOf(c, s.Info.Defs[id])
		}
		break
	}
	return edit.Refuse("the type of the handler's arguments is written down where it is used, at %s", c.Position(value.Pos()))
}

// inferredOf does the same for a variable that holds a handler.
func (h *Handler) inferredOf(c *rule.Context, v types.Object) error {
	uses, err := c.Mentions(c.All(), func(o types.Object) bool { return o == v })
	if err != nil {
		return err
	}
	for _, u := range uses {
		if err := h.inferred(c, u.Spot, u.Expr); err != nil {
			return err
		}
	}
	return nil
}

// inferredIn reports whether a call takes handlers with any arguments in the place
// of one of its arguments, and whether it returns such a handler.
func inferredIn(s *edit.Spot, call *ast.CallExpr, value ast.Expr) (again, ok bool) {
	arg := slices.Index(call.Args, value)
	_, one := ast.Unparen(call.Fun).(*ast.IndexExpr)
	_, several := ast.Unparen(call.Fun).(*ast.IndexListExpr)
	fn := s.Callee(call)
	if arg < 0 || one || several || fn == nil || !takesAny(fn.Origin().Signature(), arg) {
		return false, false
	}
	results := fn.Origin().Signature().Results()
	for i := range results.Len() {
		if _, isHandler := argumentsOf(results.At(i).Type()); isHandler {
			return true, true
		}
	}
	return false, true
}

// takesAny reports whether a parameter of a function is a handler with arguments
// of any type, and nothing else depends on that type.
func takesAny(sig *types.Signature, i int) bool {
	if sig.Variadic() && i >= sig.Params().Len()-1 || i >= sig.Params().Len() || sig.TypeParams().Len() == 0 {
		return false
	}
	in, ok := argumentsOf(sig.Params().At(i).Type())
	if !ok {
		return false
	}
	for k := range sig.Params().Len() {
		if k != i && mentionsParam(sig.Params().At(k).Type(), in, 0) {
			return false
		}
	}
	for k := range sig.Results().Len() {
		t := sig.Results().At(k).Type()
		if res, ok := argumentsOf(t); ok && res == in {
			continue // a handler again
		}
		if mentionsParam(t, in, 0) {
			return false
		}
	}
	return true
}

// argumentsOf is the type parameter that a generic handler takes its arguments as.
func argumentsOf(t types.Type) (*types.TypeParam, bool) {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || edit.HandlerOf(sig) != edit.Typed {
		return nil, false
	}
	in, ok := sig.Params().At(2).Type().(*types.TypeParam)
	return in, ok
}

// mentionsParam reports whether a type is made of a type parameter.
func mentionsParam(t types.Type, in *types.TypeParam, depth int) bool {
	if depth > 6 {
		return true
	}
	in1 := func(t types.Type) bool { return mentionsParam(t, in, depth+1) }
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return t == in
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if in1(a) {
				return true
			}
		}
	case *types.Pointer:
		return in1(t.Elem())
	case *types.Slice:
		return in1(t.Elem())
	case *types.Array:
		return in1(t.Elem())
	case *types.Chan:
		return in1(t.Elem())
	case *types.Map:
		return in1(t.Key()) || in1(t.Elem())
	case *types.Signature:
		for i := range t.Params().Len() {
			if in1(t.Params().At(i).Type()) {
				return true
			}
		}
		for i := range t.Results().Len() {
			if in1(t.Results().At(i).Type()) {
				return true
			}
		}
	case *types.Struct, *types.Interface, *types.Tuple, *types.Union:
		return true // who knows
	}
	return false
}

// FieldOf is the field of parameter i, nil if it shares it with others.
func FieldOf(list *ast.FieldList, i int) *ast.Field {
	for _, f := range list.List {
		n := max(1, len(f.Names))
		if i < n {
			if n != 1 {
				return nil
			}
			return f
		}
		i -= n
	}
	return nil
}

// camel writes the name of a tool as a name in Go: view_basket becomes viewBasket.
func camel(name string) string {
	var b strings.Builder
	up := false
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' && b.Len() > 0:
			if up && b.Len() > 0 {
				b.WriteString(strings.ToUpper(string(r)))
			} else if b.Len() == 0 {
				b.WriteString(strings.ToLower(string(r)))
			} else {
				b.WriteRune(r)
			}
			up = false
		default:
			up = true
		}
	}
	if b.Len() == 0 {
		return "tool"
	}
	return b.String()
}
