package toolsyntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// Handler is the function that serves a tool.
type Handler struct {
	*edit.Spot
	Node  ast.Node // a declaration or a literal
	Type  *ast.FuncType
	Body  *ast.BlockStmt
	Sig   *types.Signature
	Shape edit.Handler
}

// HandlerAt is the handler that a function is. It refuses other functions, and
// handlers that leave their parameters without names.
func HandlerAt(c *rule.Context, info *types.Info, node ast.Node) (*Handler, error) {
	h, err := FunctionAt(c, info, node)
	if err != nil {
		return nil, err
	}
	for _, f := range h.Type.Params.List {
		if len(f.Names) == 0 {
			return nil, edit.Refuse("the handler at %s has parameters without names", c.Position(node.Pos()))
		}
	}
	return h, nil
}

// FunctionAt is the same for those whose parameters have no names, too.
func FunctionAt(c *rule.Context, info *types.Info, node ast.Node) (*Handler, error) {
	h := &Handler{Node: node}
	switch n := node.(type) {
	case *ast.FuncLit:
		h.Type, h.Body = n.Type, n.Body
		h.Sig, _ = info.TypeOf(n).(*types.Signature)
	case *ast.FuncDecl:
		h.Type, h.Body = n.Type, n.Body
		if fn, ok := info.Defs[n.Name].(*types.Func); ok {
			h.Sig = fn.Signature()
		}
	}
	if h.Sig == nil || h.Body == nil {
		return nil, edit.Refuse("the function at %s has no body", c.Position(node.Pos()))
	}
	if h.Shape = edit.HandlerOf(h.Sig); h.Shape == edit.NoHandler {
		return nil, edit.Refuse("the function at %s is no handler of a tool", c.Position(node.Pos()))
	}
	var err error
	h.Spot, err = c.Place(h.Body.Lbrace)
	return h, err
}

// Param is the name of parameter i, nil if there is none.
func (h *Handler) Param(i int) *ast.Ident {
	for _, f := range h.Type.Params.List {
		for _, id := range f.Names {
			if i == 0 {
				return id
			}
			i--
		}
	}
	return nil
}

// Name is what the handler calls parameter i. One without a name gets the given
// one.
func (h *Handler) Name(i int, name string, fix *edit.Fix) (string, error) {
	id := h.Param(i)
	if id == nil {
		return "", edit.Refuse("the handler at line %d has %d parameters", h.Line(h.Type.Pos()), h.Sig.Params().Len())
	}
	if id.Name != "_" {
		return id.Name, nil
	}
	if h.Lookup(name) != nil {
		return "", edit.Refuse("a parameter of the handler at line %d has no name, and %s means something else", h.Line(h.Type.Pos()), name)
	}
	fix.Add(edit.Replace(id, name))
	return name, nil
}

// Tool is the tool that the handler serves, nil if it is not exactly one.
func (h *Handler) Tool(c *rule.Context) *writes.Tool {
	pos := h.Node.Pos()
	if fd, ok := h.Node.(*ast.FuncDecl); ok {
		pos = fd.Name.Pos()
	}
	if t := Served(c, pos); t != nil {
		return t
	}
	return h.wrapped(c)
}

// wrapped is the tool of a handler that wrappers of the scaffolded package stand
// around: the one that is registered with the outermost wrapper.
func (h *Handler) wrapped(c *rule.Context) *writes.Tool {
	s, value := h.Spot, ast.Expr(nil)
	switch n := h.Node.(type) {
	case *ast.FuncLit:
		value = n
	case *ast.FuncDecl:
		if fn, ok := h.Info.Defs[n.Name].(*types.Func); ok {
			s, value = c.OnlyValue(fn)
		}
	}
	if value == nil {
		return nil
	}
	path := s.Spotted(value)
	out := 0
	for len(path) > out+1 {
		call, ok := path[out+1].(*ast.CallExpr)
		if !ok {
			return nil
		}
		if fn := s.Callee(call); fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != c.Handles {
			break
		}
		out++
	}
	if out == 0 || len(path) <= out+1 {
		return nil
	}
	call := path[out+1]
	var found *writes.Tool
	for _, t := range writes.Tools(c.View) {
		at, err := c.At(t.Registered())
		if err != nil || at.Pos < call.Pos() || at.Pos >= call.End() {
			continue
		}
		if found != nil && found.Name != t.Name {
			return nil
		}
		found = t
	}
	return found
}

// Fail returns an error from the handler.
func (h *Handler) Fail(err string) string {
	if h.Shape == edit.Typed {
		return "return nil, " + h.Zero() + ", " + err
	}
	// An error of the tool, which the model reads, and not one of the protocol.
	if ptr, ok := h.Sig.Results().At(0).Type().(*types.Pointer); ok {
		if n, ok := ptr.Elem().(*types.Named); ok && n.Obj().Pkg().Scope().Lookup("NewToolResultError") != nil {
			if q, ok := h.Qualifier(n.Obj().Pkg()); ok {
				return "return " + q + "NewToolResultError(" + err + ".Error()), nil"
			}
		}
	}
	return "return nil, " + err
}

// Begin puts text in front of the first statement, behind a comment that stands
// beside the brace. It begins with a line break.
func (h *Handler) Begin(text string) edit.Edit {
	pos := h.Body.Lbrace + 1
	rest := h.Between(pos, h.Body.Rbrace)
	line, _, _ := strings.Cut(rest, "\n")
	if strings.HasPrefix(strings.TrimSpace(line), "//") {
		pos += token.Pos(len(strings.TrimRight(line, "\r")))
	}
	if len(h.Body.List) > 0 && h.Line(h.Body.List[0].Pos()) == h.Line(h.Body.Lbrace) {
		text += "\n"
	}
	return edit.Insert(pos, text)
}

// ErrName is a name for an error at the begin of the handler. It keeps clear of
// variables that the body declares alone.
func (h *Handler) ErrName() string {
	for _, stmt := range h.Body.List {
		switch stmt := stmt.(type) {
		case *ast.AssignStmt:
			if stmt.Tok == token.DEFINE && onlyErr(stmt.Lhs) {
				return h.Fresh("handleErr")
			}
		case *ast.DeclStmt:
			if declares(stmt, "err") {
				return h.Fresh("handleErr")
			}
		}
	}
	return "err"
}

// onlyErr reports whether the one variable that a statement makes is err.
func onlyErr(left []ast.Expr) bool {
	found := false
	for _, e := range left {
		id, ok := e.(*ast.Ident)
		if !ok || id.Name != "err" && id.Name != "_" {
			return false
		}
		found = found || id.Name == "err"
	}
	return found
}

// declares reports whether a declaration in a function gives a name to something.
func declares(stmt *ast.DeclStmt, name string) bool {
	gen, ok := stmt.Decl.(*ast.GenDecl)
	if !ok {
		return false
	}
	for _, spec := range gen.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			if slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return id.Name == name }) {
				return true
			}
		case *ast.TypeSpec:
			if spec.Name.Name == name {
				return true
			}
		}
	}
	return false
}

// Zero is the zero value of the handler's second result.
func (h *Handler) Zero() string {
	t := h.Sig.Results().At(1).Type()
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return "0"
	case *types.Struct, *types.Array:
		var list []ast.Expr
		for _, f := range h.Type.Results.List {
			for range max(1, len(f.Names)) {
				list = append(list, f.Type)
			}
		}
		return h.Text(list[1]) + "{}"
	}
	return "nil"
}

// A Handle is what a tool gives its callers, and what they bring back.
type Handle struct {
	Argument string // its name among the arguments: draft_id
	Field    string // of structs: DraftID
	Var      string // the variable that holds it

	// Unsure is what stands for the variable in answers after which nothing may be
	// there; Sure tells the others. Without Sure, all are. None tells those after which
	// certainly nothing is there: they say nothing of it.
	Unsure string
	Sure   func(*ast.ReturnStmt) bool
	None   func(*ast.ReturnStmt) bool
}

// TellsError reports whether the result of a tool certainly tells of an error: a
// literal that says so, what the SDK has for it, or a function of the module that
// returns nothing else.
func TellsError(c *rule.Context, s *edit.Spot, e ast.Expr) bool { return tellsError(c, s, e, 0) }

func tellsError(c *rule.Context, s *edit.Spot, e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		kv := edit.Element(e, "IsError")
		return kv != nil && s.Text(kv.Value) == "true"
	case *ast.CallExpr:
		fn := s.Callee(e)
		if fn == nil || fn.Pkg() == nil || depth > 2 {
			return false
		}
		if !ours(s, fn.Pkg()) {
			return strings.HasPrefix(fn.Name(), "NewToolResultError")
		}
		at, err := c.Place(fn.Pos())
		if err != nil {
			return false
		}
		fd, ok := edit.Find[*ast.FuncDecl](at)
		if !ok || fd.Body == nil {
			return false
		}
		n, all := 0, true
		ast.Inspect(fd.Body, func(node ast.Node) bool {
			if _, isFunc := node.(*ast.FuncLit); isFunc {
				return false
			}
			if ret, ok := node.(*ast.ReturnStmt); ok {
				n++
				all = all && len(ret.Results) > 0 && tellsError(c, at, ret.Results[0], depth+1)
			}
			return true
		})
		return n > 0 && all
	}
	return false
}
