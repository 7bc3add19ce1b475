package toolsyntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// Returns adds a handle to every answer after a position.
func (h *Handler) Returns(c *rule.Context, after token.Pos, give Handle, fix *edit.Fix) (err error) {
	n := 0
	ast.Inspect(h.Body, func(node ast.Node) bool {
		ret, ok := node.(*ast.ReturnStmt)
		if _, isFunc := node.(*ast.FuncLit); isFunc || err != nil {
			return false
		}
		if !ok || ret.Pos() < after {
			return true
		}
		if give.None != nil && give.None(ret) {
			return true
		}
		if len(ret.Results) != h.Sig.Results().Len() {
			n++
			err = h.handedOn(c, ret, h.here(ret, give), fix)
			return true
		}
		if !h.Spot.IsNil(ret.Results[len(ret.Results)-1]) && !h.hasHandle(c, ret.Results[0]) || TellsError(c, h.Spot, ret.Results[0]) {
			return true // an error
		}
		n++
		err = h.answer(c, ret, h.here(ret, give), fix)
		return true
	})
	if err == nil && n == 0 {
		err = edit.Refuse("the handler at %s does not answer after it has stored the entry", c.Position(h.Type.Pos()))
	}
	return err
}

// answer adds the handle to one answer: as a field of the tool's output if it has
// one, else as a text.
func (h *Handler) answer(c *rule.Context, ret *ast.ReturnStmt, give Handle, fix *edit.Fix) error {
	wrap := "ResultWithHandle"
	if h.Shape == edit.Typed {
		wrap = "WithHandle"
		if !h.Spot.IsNil(ret.Results[1]) {
			return h.output(c, ret, give, fix)
		}
	}
	q, imp, err := h.NeedsHandles(wrap)
	if err != nil {
		return err
	}
	if imp != nil {
		fix.Add(*imp)
	}
	res := ret.Results[0]
	fix.Edits = append(fix.Edits, edit.Insert(res.Pos(), q+wrap+"("), edit.Insert(res.End(), ", "+strconv.Quote(give.Argument)+", "+give.Var+")"))
	return nil
}

// hasHandle reports whether an answer hands a handle out already, of another map.
func (h *Handler) hasHandle(c *rule.Context, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := h.Callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == c.Handles && strings.HasSuffix(fn.Name(), "WithHandle")
}

// here is how a handle is handed out by one answer.
func (h *Handler) here(ret *ast.ReturnStmt, give Handle) Handle {
	if give.Sure != nil && !give.Sure(ret) {
		give.Var = give.Unsure
	}
	return give
}

// handedOn adds the handle to an answer that another function makes.
//
//	return found(d)        answer, err := found(d)
//	                       return handles.ResultWithHandle(answer, "draft_id", draftID), err
func (h *Handler) handedOn(c *rule.Context, ret *ast.ReturnStmt, give Handle, fix *edit.Fix) error {
	if h.Shape != edit.Plain || len(ret.Results) != 1 {
		return edit.Refuse("what the tool answers at %s is another function's answer", c.Position(ret.Pos()))
	}
	q, imp, err := h.NeedsHandles("ResultWithHandle")
	if err != nil {
		return err
	}
	if imp != nil {
		fix.Add(*imp)
	}
	answer := h.Fresh("answer")
	fix.Edits = append(fix.Edits, edit.Edit{Pos: ret.Pos(), End: ret.Results[0].Pos(), New: answer + ", err := "},
		edit.Insert(ret.End(), "\n"+h.Indent(ret)+"return "+q+"ResultWithHandle("+answer+", "+strconv.Quote(give.Argument)+", "+give.Var+"), err"))
	return nil
}

// output puts the handle into what a tool answers beside its result: into a literal,
// or into a variable of a struct before it is returned.
func (h *Handler) output(c *rule.Context, ret *ast.ReturnStmt, give Handle, fix *edit.Fix) error {
	out := ast.Unparen(ret.Results[1])
	if u, ok := out.(*ast.UnaryExpr); ok {
		out = ast.Unparen(u.X)
	}
	t := h.Info.TypeOf(out)
	lit, isLit := out.(*ast.CompositeLit)
	if t == nil {
		return edit.Refuse("the answer at %s has no field for the handle", c.Position(ret.Pos()))
	}
	if m, ok := t.Underlying().(*types.Map); ok && isLit && types.TypeString(m.Key(), nil) == "string" && (types.IsInterface(m.Elem()) || types.TypeString(m.Elem(), nil) == "string") {
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && h.Text(kv.Key) == strconv.Quote(give.Argument) {
				return edit.Refuse("the answer at %s has a %s already", c.Position(ret.Pos()), give.Argument)
			}
		}
		e, err := h.AddElement(lit, strconv.Quote(give.Argument), give.Var)
		if err == nil {
			fix.Edits = append(fix.Edits, e)
		}
		return err
	}
	if isLit {
		return h.field(c, lit, give, fix)
	}
	id, ok := out.(*ast.Ident)
	if _, isStruct := t.Underlying().(*types.Struct); !ok || !isStruct {
		return edit.Refuse("the answer at %s has no field for the handle", c.Position(ret.Pos()))
	}
	if err := h.outField(c, t, give, fix); err != nil {
		return err
	}
	at, err := c.Place(ret.Pos())
	if err != nil {
		return err
	}
	if stmt, _ := at.Statement(); stmt != ast.Stmt(ret) {
		return edit.Refuse("the answer at %s has no field for the handle", c.Position(ret.Pos()))
	}
	fix.Edits = append(fix.Edits, h.Before(ret, id.Name+"."+give.Field+" = "+give.Var))
	return nil
}

// outField adds the field for the handle to the type of a tool's output.
func (h *Handler) outField(c *rule.Context, t types.Type, give Handle, fix *edit.Fix) error {
	decl, st, err := c.StructType(t)
	if err != nil {
		return err
	}
	options := ""
	if give.Sure != nil && !h.all(give.Sure) {
		options = ",omitempty"
	}
	e, err := decl.AddField(st, give.Field, "string", give.Argument, options, "")
	if err == nil {
		fix.Add(e)
	}
	return err
}

// all reports whether something holds for every answer.
func (h *Handler) all(holds func(*ast.ReturnStmt) bool) bool {
	all := true
	ast.Inspect(h.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			all = all && holds(ret)
		}
		_, isFunc := n.(*ast.FuncLit)
		return !isFunc && all
	})
	return all
}

// field puts the handle into a literal of the tool's output.
func (h *Handler) field(c *rule.Context, lit *ast.CompositeLit, give Handle, fix *edit.Fix) error {
	if err := h.outField(c, h.Info.TypeOf(lit), give, fix); err != nil {
		return err
	}
	e, err := h.AddElement(lit, give.Field, give.Var)
	if err != nil {
		return err
	}
	fix.Edits = append(fix.Edits, e)
	return nil
}
