package tostore

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

const nextCursor = "next_cursor"

// position is the argument that a caller brings it back in.
var position = toolsyntax.Argument{
	Name: "cursor", Field: "Cursor",
	About: "the next_cursor of the page before; leave it out for the first page",
}

// Cursor has the caller carry a position that the server kept: the tool takes a
// cursor and returns the next one, signed. It knows numbers that one handler
// alone uses.
//
//	page := s.rows[s.offset:end]        at := 0
//	s.offset = end                      if err := (handles.Cursors{}).At(principal, "list", in.Cursor, &at); err != nil { … }
//	                                    page := s.rows[at:end]
//	                                    at = end
func Cursor(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	j := &job{c: c, f: f, fix: &edit.Fix{Review: true, Message: "has the caller carry the position, in a signed cursor"}, funcs: map[ast.Node]*handler{}}
	var err error
	if j.decl, err = c.At(f.Site); err != nil {
		return nil, err
	}
	for _, n := range j.decl.Path {
		if id, ok := n.(*ast.Ident); ok && j.obj == nil {
			j.obj, _ = j.decl.Info.Defs[id].(*types.Var)
		}
	}
	if j.obj == nil {
		return nil, edit.Refuse("what holds the position is not declared as one variable or field, at line %d", j.decl.Line(j.decl.Pos))
	}
	if b, ok := j.obj.Type().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return nil, edit.Refuse("the position is not a plain number")
	}
	uses, err := j.uses()
	if err != nil {
		return nil, err
	}
	h, err := j.only(uses)
	if err != nil {
		return nil, err
	}
	if err := j.undeclare(); err != nil {
		return nil, err
	}
	at := h.Fresh("at")
	for _, u := range uses {
		j.fix.Edits = append(j.fix.Edits, edit.Replace(u.Expr, at))
	}
	if err := h.begin(j); err != nil {
		return nil, err
	}
	return j.fix, j.carry(h, at)
}

// only is the one handler that uses the position.
func (j *job) only(uses []*use) (*handler, error) {
	for _, u := range uses {
		if _, err := j.handler(u); err != nil {
			return nil, err
		}
	}
	list := j.handlers()
	if len(list) != 1 {
		return nil, edit.Refuse("%d tools share the position: which of them begins anew is not known", len(list))
	}
	return list[0], nil
}

// undeclare removes the declaration of the position.
func (j *job) undeclare() error {
	for _, n := range j.decl.Path {
		switch n := n.(type) {
		case *ast.Field:
			if len(n.Names) != 1 {
				return edit.Refuse("the field shares its line with others")
			}
			j.fix.Edits = append(j.fix.Edits, j.decl.DeleteLines(n))
			return nil
		case *ast.ValueSpec:
			decl, ok := edit.Find[*ast.GenDecl](j.decl)
			if !ok || j.obj.Parent() != j.decl.Types.Scope() || len(n.Names) != 1 || len(n.Values) > 0 {
				return edit.Refuse("the position is not a variable of the package that begins at 0")
			}
			if decl.Lparen.IsValid() && len(decl.Specs) > 1 {
				j.fix.Edits = append(j.fix.Edits, j.decl.DeleteLines(n))
			} else {
				j.fix.Edits = append(j.fix.Edits, j.decl.DeleteLines(decl))
			}
			return nil
		}
	}
	return edit.Refuse("the position is a variable of a function")
}

// carry takes the cursor in and gives the next one out.
func (j *job) carry(h *handler, at string) error {
	t := h.Tool(j.c)
	if t == nil {
		return edit.Refuse("the tool of the handler at %s is not known", j.c.Position(h.Type.Pos()))
	}
	def, err := toolsyntax.At(j.c, t.Registered())
	if err != nil {
		return err
	}
	q, _, err := h.NeedsHandles()
	if err != nil {
		return err
	}
	cursor := named(h.req, "req") + `.GetString("cursor", "")`
	if h.Shape == edit.Plain {
		err = def.AddString(j.c, position, j.fix)
	} else {
		cursor, err = j.input(h, t.Name, def)
	}
	if err != nil {
		return err
	}
	kind := j.obj.Type().String()
	tool := strconv.Quote(t.Name)
	// It follows what begin inserts at the same place.
	e := h.ErrName()
	begin := h.Begin("\n\tvar " + at + " " + kind + "\n\tif " + e + " := (" + q + "Cursors{}).At(" + h.principal + ", " + tool + ", " + cursor + ", &" + at + "); " + e + " != nil {\n\t\t" + h.Fail(e) + "\n\t}")
	last := &j.fix.Edits[slices.IndexFunc(j.fix.Edits, func(e edit.Edit) bool { return e.Pos == begin.Pos })]
	last.New = strings.TrimSuffix(last.New, "\n") + begin.New

	var refusal error
	n := 0
	ast.Inspect(h.Body, func(node ast.Node) bool {
		ret, ok := node.(*ast.ReturnStmt)
		if _, isFunc := node.(*ast.FuncLit); isFunc || refusal != nil {
			return false
		}
		if !ok {
			return true
		}
		if len(ret.Results) != h.Sig.Results().Len() {
			refusal = edit.Refuse("what the tool answers at %s is another function's answer", j.c.Position(ret.Pos()))
			return false
		}
		if !h.Spot.IsNil(ret.Results[len(ret.Results)-1]) {
			return true
		}
		n++
		refusal = j.give(h, q, ret, "Next("+h.principal+", "+tool+", "+at+")")
		return true
	})
	if refusal == nil && n == 0 {
		refusal = edit.Refuse("the handler at %s never answers without an error", j.c.Position(h.Type.Pos()))
	}
	if refusal != nil {
		return refusal
	}
	_, err = j.c.StartKeys(j.fix)
	return err
}

// input adds the cursor to the struct that the handler takes.
func (j *job) input(h *handler, tool string, def *toolsyntax.Definition) (string, error) {
	in := h.Param(2)
	if in == nil || def.Lit == nil || edit.Element(def.Lit, "InputSchema") != nil {
		return "", edit.Refuse("the tool has a schema of its own")
	}
	if err := h.Take(j.c, tool, position, func(ast.Node) bool { return false }, j.fix); err != nil {
		return "", err
	}
	if in.Name == "_" {
		if h.Lookup("in") != nil {
			return "", edit.Refuse("the arguments of the handler have no name, and in means something else")
		}
		j.fix.Edits = append(j.fix.Edits, edit.Replace(in, "in"))
	}
	return named(in, "in") + ".Cursor", nil
}

// give makes the next cursor before an answer and adds it.
func (j *job) give(h *handler, q string, ret *ast.ReturnStmt, next string) error {
	s, err := j.c.Place(ret.Pos())
	if err != nil {
		return err
	}
	name := h.Fresh("nextCursor")
	indent := s.Indent(ret)
	j.fix.Edits = append(j.fix.Edits, s.Before(ret, name+", err := "+q+"Cursors{}."+next+"\n"+indent+"if err != nil {\n"+indent+"\t"+h.Fail("err")+"\n"+indent+"}"))
	if h.Shape == edit.Plain {
		res := ret.Results[0]
		j.fix.Edits = append(j.fix.Edits, edit.Insert(res.Pos(), q+"ResultWithHandle("), edit.Insert(res.End(), ", "+strconv.Quote(nextCursor)+", "+name+")"))
		return nil
	}
	out := ast.Unparen(ret.Results[1])
	if u, ok := out.(*ast.UnaryExpr); ok && u.Op == token.AND {
		out = ast.Unparen(u.X)
	}
	lit, ok := out.(*ast.CompositeLit)
	if !ok {
		return edit.Refuse("the answer at %s has no field for the cursor", j.c.Position(ret.Pos()))
	}
	decl, st, err := j.c.StructType(h.Info.TypeOf(lit))
	if err != nil {
		return err
	}
	e, err := decl.AddField(st, "NextCursor", "string", nextCursor, ",omitempty", "")
	if err != nil {
		return err
	}
	j.fix.Add(e)
	if e, err = s.AddElement(lit, "NextCursor", name); err != nil {
		return err
	}
	j.fix.Edits = append(j.fix.Edits, e)
	return nil
}
