package toolsyntax

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// AddString adds an argument to the description of the tool: to the options of the
// call that makes it, or to the properties of a schema that is a literal.
//
//	mcp.NewTool("create", mcp.WithDescription("..."))
//	                                               ^ , mcp.WithString("idempotency_key", ...)
func (def *Definition) AddString(c *rule.Context, arg Argument, fix *edit.Fix) error {
	if def.Lit != nil {
		return def.addProperty(c, arg, fix)
	}
	fn := def.Callee(def.Made)
	pkg := options(def.Spot, fn)
	if pkg == nil {
		return edit.Refuse("the tool has a schema of its own, made by %s at line %d", fn.Name(), def.Line(def.Made.Pos()))
	}
	q, ok := def.Qualifier(pkg)
	if !ok {
		return edit.Refuse("%s is not imported under a name of its own", pkg.Path())
	}
	for _, o := range def.Made.Args {
		oc, ok := ast.Unparen(o).(*ast.CallExpr)
		if !ok || def.Callee(oc) == nil {
			continue
		}
		if name := def.Callee(oc).Name(); strings.Contains(name, "Schema") && !strings.Contains(name, "OutputSchema") {
			return edit.Refuse("the tool has a schema of its own, at line %d", def.Line(o.Pos()))
		}
		if len(oc.Args) > 0 && def.text(oc.Args[0]) == arg.Name {
			return edit.Refuse("the tool has an argument %s already, at line %d", arg.Name, def.Line(o.Pos()))
		}
	}
	must := ""
	if arg.Required {
		must = q + "Required(), "
	}
	e, err := def.AppendArg(def.Made, q+"WithString("+strconv.Quote(arg.Name)+", "+must+q+"Description("+strconv.Quote(arg.About)+"))")
	if err != nil {
		return err
	}
	fix.Edits = append(fix.Edits, e)
	return nil
}

// text is the constant that a string is, "" if it is none.
func (def *Definition) text(e ast.Expr) string { return text(def.Info, e) }

func text(info *types.Info, e ast.Expr) string {
	if v := info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return ""
}

// Schema is the schema that the tool brings, nil if the SDK makes it.
func (def *Definition) Schema() ast.Expr {
	if def.schema != nil {
		return def.schema
	}
	if def.Lit != nil {
		for _, name := range []string{"InputSchema", "RawInputSchema"} {
			if kv := edit.Element(def.Lit, name); kv != nil {
				return kv.Value
			}
		}
	}
	return nil
}

// schemaOf is what is assigned to the schema of a tool in a variable.
func schemaOf(s *edit.Spot, v types.Object) (found ast.Expr) {
	ast.Inspect(s.File, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, l := range a.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			if !ok || !strings.HasSuffix(sel.Sel.Name, "InputSchema") {
				continue
			}
			if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && s.Info.ObjectOf(id) == v {
				if found = a.Rhs[0]; len(a.Rhs) == len(a.Lhs) {
					found = a.Rhs[i]
				}
			}
		}
		return true
	})
	return found
}

// addProperty adds an argument to a schema that is a literal.
//
//	InputSchema: &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"title": {Type: "string"}}}
//	                                                                                                   ^ , "idempotency_key": {…}
func (def *Definition) addProperty(c *rule.Context, arg Argument, fix *edit.Fix) error {
	schema := def.Schema()
	if schema == nil {
		return edit.Refuse("the tool at line %d has no schema to add an argument to", def.Line(def.Lit.Pos()))
	}
	own := edit.Refuse("the tool has a schema of its own, at %s, which is no literal with its properties: add the argument there by hand", c.Position(schema.Pos()))
	if arg.Required {
		return own
	}
	at, lit := part(c, def.Spot, schema)
	if lit == nil {
		return own
	}
	at, props := part(c, at, property(at.Info, lit))
	if props == nil {
		return own
	}
	m, ok := at.Info.TypeOf(props).Underlying().(*types.Map)
	if !ok || props.Type == nil {
		return own
	}
	for _, e := range props.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && text(at.Info, kv.Key) == arg.Name {
			return edit.Refuse("the tool has an argument %s already, at %s", arg.Name, c.Position(kv.Pos()))
		}
	}
	value := written(at, props, m.Elem(), arg.About)
	if value == "" {
		return own
	}
	fix.Edits = append(fix.Edits, at.AddEntry(props, strconv.Quote(arg.Name)+": "+value))
	return nil
}

// part follows an expression to a literal that is used for one thing alone.
func part(c *rule.Context, s *edit.Spot, e ast.Expr) (*edit.Spot, *ast.CompositeLit) {
	if e == nil {
		return s, nil
	}
	x := ast.Unparen(e)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		at, err := c.Place(x.Pos())
		if err != nil {
			return s, nil
		}
		return at, x
	case *ast.Ident:
		v, isVar := s.Info.Uses[x].(*types.Var)
		at, def := Set(c, s, x)
		if def == nil || !isVar {
			return s, nil
		}
		uses, err := c.Mentions(c.Packages, func(o types.Object) bool { return o == types.Object(v) })
		if err != nil {
			return s, nil
		}
		n := 0
		for _, u := range uses {
			if i, ok := u.Nodes[1].(*ast.IndexExpr); !ok || i.X != u.Expr { // an entry that is set later
				n++
			}
		}
		if n != 1 {
			return s, nil
		}
		return part(c, at, def)
	}
	return s, nil
}

// property is what a literal of a schema has as its properties.
func property(info *types.Info, lit *ast.CompositeLit) ast.Expr {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Properties" || text(info, kv.Key) == "properties" {
			return kv.Value
		}
	}
	return nil
}

// written is the property as entries of a map are written; "" if it is not known
// how.
func written(s *edit.Spot, props *ast.CompositeLit, elem types.Type, about string) string {
	about = strconv.Quote(about)
	if ptr, ok := types.Unalias(elem).(*types.Pointer); ok {
		elem = ptr.Elem()
	}
	switch u := elem.Underlying().(type) {
	case *types.Struct:
		if isText(u, "Type") && isText(u, "Description") {
			return `{Type: "string", Description: ` + about + "}"
		}
	case *types.Map:
		if _, ok := u.Elem().Underlying().(*types.Interface); ok {
			return `{"type": "string", "description": ` + about + "}"
		}
	case *types.Interface:
		typ := "map[string]any"
		for _, e := range props.Elts {
			kv, _ := e.(*ast.KeyValueExpr)
			if kv == nil {
				continue
			}
			lit, ok := ast.Unparen(kv.Value).(*ast.CompositeLit)
			if !ok || lit.Type == nil {
				return "" // as a value of what type is not known
			}
			if _, ok := s.Info.TypeOf(lit).Underlying().(*types.Map); !ok {
				return ""
			}
			typ = s.Text(lit.Type)
		}
		return typ + `{"type": "string", "description": ` + about + "}"
	}
	return ""
}

func isText(st *types.Struct, name string) bool {
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			b, ok := st.Field(i).Type().Underlying().(*types.Basic)
			return ok && b.Kind() == types.String
		}
	}
	return false
}
