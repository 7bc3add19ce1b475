package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
)

// hold puts the handle in the place of the session's id.
func (j *job) hold(s *edit.Spot, path []ast.Node, source ast.Expr, does op, from *ast.AssignStmt) error {
	h, err := j.holder(s, path, source, from)
	if err != nil {
		return err
	}
	h.does |= does
	if slices.Contains(h.sources, source) {
		return nil
	}
	if h.handler == nil && !fromParameter(s, h.node, source) {
		return edit.Refuse("the session at %s is not one that the function is given", j.c.Position(source.Pos()))
	}
	h.sources = append(h.sources, source)
	if from != nil && h.takesOver(from) {
		j.fix.Add(s.DeleteStmt(from))
	} else {
		j.fix.Add(edit.Replace(source, h.name))
	}
	// What asks whether there is a session asks for the handle, too.
	text := s.Text(source)
	ast.Inspect(h.node, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ || s.Text(b.X) != text || s.Text(b.Y) != `""` || slices.Contains(h.sources, b.X) {
			return true
		}
		h.sources = append(h.sources, b.X)
		j.fix.Add(edit.Replace(b.X, h.name))
		return false
	})
	return nil
}

// takesOver reports whether the variable of a statement is the one that holds the
// handle.
func (h *holder) takesOver(from *ast.AssignStmt) bool {
	id, ok := from.Lhs[0].(*ast.Ident)
	return ok && id.Name == h.name
}

// unneeded removes the variable that held the session, if nothing else needs it.
//
//	session := server.ClientSessionFromContext(ctx)
func (j *job) unneeded(s *edit.Spot, h *holder, source ast.Expr) {
	call, ok := ast.Unparen(source).(*ast.CallExpr)
	if !ok {
		return
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return
	}
	v, _ := s.Info.ObjectOf(id).(*types.Var)
	_, stmt := j.origin(s, v)
	if stmt == nil || !h.only(s, v) {
		return
	}
	j.fix.Add(s.DeleteStmt(stmt))
	for _, e := range s.DroppedImports(stmt) {
		j.fix.Add(e)
	}
}

// only reports whether a variable is used for nothing but the session's id.
func (h *holder) only(s *edit.Spot, v *types.Var) bool {
	for id, obj := range s.Info.Uses {
		if obj == types.Object(v) && !slices.ContainsFunc(h.sources, func(e ast.Expr) bool { return within(id.Pos(), e) }) {
			return false
		}
	}
	return true
}

// fromParameter reports whether a source is made of something that the function
// is given, directly or by a variable.
func fromParameter(s *edit.Spot, node ast.Node, source ast.Expr) bool {
	fd, ok := node.(*ast.FuncDecl)
	if !ok {
		return false
	}
	found := false
	ast.Inspect(source, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := s.Info.Uses[id].(*types.Var)
		if !ok || v.IsField() {
			return true
		}
		if within(v.Pos(), fd.Type.Params) {
			found = true
		}
		for _, a := range values(s, v) {
			if a.value != nil && within(v.Pos(), fd.Body) && fromParameter(s, node, a.value) {
				found = true
			}
		}
		return true
	})
	return found
}

// holder is the function around a place that has the handle: a handler, or the
// declared function, which gets it as an argument.
func (j *job) holder(s *edit.Spot, path []ast.Node, source ast.Expr, from *ast.AssignStmt) (*holder, error) {
	for _, n := range path {
		lit, isLit := n.(*ast.FuncLit)
		fd, isDecl := n.(*ast.FuncDecl)
		if !isLit && !isDecl {
			continue
		}
		if h := j.session.holders[n]; h != nil {
			return h, nil
		}
		if isLit {
			if handler, err := toolsyntax.HandlerAt(j.c, s.Info, lit); err == nil {
				return j.holds(&holder{Spot: handler.Spot, node: lit, handler: handler}, handler.Body, from), nil
			}
			continue
		}
		if fd.Body == nil {
			break
		}
		if handler, err := toolsyntax.HandlerAt(j.c, s.Info, fd); err == nil && handler.Tool(j.c) != nil {
			return j.holds(&holder{Spot: handler.Spot, node: fd, handler: handler}, handler.Body, from), nil
		}
		place, err := j.c.Place(fd.Body.Lbrace)
		if err != nil {
			return nil, err
		}
		h := j.holds(&holder{Spot: place, node: fd}, fd.Body, from)
		return h, j.give(h, fd)
	}
	return nil, edit.Refuse("the session is asked for outside of functions, at %s", j.c.Position(source.Pos()))
}

// holds notes a holder. Where the session's id was put into a variable first, the
// handle takes over its name.
func (j *job) holds(h *holder, body *ast.BlockStmt, from *ast.AssignStmt) *holder {
	h.name = h.Fresh(j.session.word + "ID")
	if from != nil && slices.Contains(body.List, ast.Stmt(from)) {
		if id, ok := from.Lhs[0].(*ast.Ident); ok && h.Types.Scope().Lookup(id.Name) == nil {
			h.name = id.Name
		}
	}
	j.session.holders[h.node] = h
	j.session.order = append(j.session.order, h)
	return h
}

// give has a function take the handle as an argument. It takes the place of the
// session, if that was there for the id alone.
//
//	func (b *baskets) of(s *mcp.ServerSession) *basket      func (b *baskets) of(basketID string) *basket
func (j *job) give(h *holder, fd *ast.FuncDecl) error {
	fn, ok := h.Info.Defs[fd.Name].(*types.Func)
	at := j.c.Position(fd.Pos())
	switch {
	case !ok || fn.Signature().Variadic() || nameless(fd.Type) || fd.Type.Params.NumFields() == 0:
		return edit.Refuse("%s cannot take a handle, at %s", fd.Name.Name, at)
	case fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0:
		return edit.Refuse("%s is generic, at %s", fn.Name(), at)
	case fn.Signature().Recv() != nil && slices.ContainsFunc(j.interfaces(), func(i *types.Named) bool { return has(i, fn) }):
		return edit.Refuse("%s would take a handle, and is called through an interface, at %s", fn.Name(), at)
	}
	var err error
	h.fn = fn
	j.session.passing[fn] = true
	if h.refs, err = j.references(fn); err != nil {
		return err
	}
	for _, r := range h.refs {
		if r.call == nil || len(r.call.Args) != fn.Signature().Params().Len() || r.call.Ellipsis.IsValid() {
			return edit.Refuse("%s is used as a value, at %s", fn.Name(), j.c.Position(r.Expr.Pos()))
		}
		if j.test(r.Spot) {
			continue
		}
		if !j.ownArguments(r.Spot, r.call) {
			return edit.Refuse("the session that %s is given at %s is not plainly the caller's own", fn.Name(), j.c.Position(r.call.Pos()))
		}
		caller, err := j.holder(r.Spot, r.Nodes, r.call, nil)
		if err != nil {
			return err
		}
		if !slices.Contains(caller.callees, h) {
			caller.callees = append(caller.callees, h)
		}
	}
	return nil
}

// pass writes the argument of a function that takes the handle, and of its calls.
func (j *job) pass(h *holder) {
	fd := h.node.(*ast.FuncDecl)
	instead := h.instead(fd)
	if instead >= 0 {
		j.fix.Add(edit.Replace(toolsyntax.FieldOf(fd.Type.Params, instead), h.name+" string"))
	} else {
		last := fd.Type.Params.List[len(fd.Type.Params.List)-1]
		j.fix.Add(edit.Insert(last.End(), ", "+h.name+" string"))
	}
	for _, r := range h.refs {
		name := `""`
		if !j.test(r.Spot) {
			if caller, err := j.holder(r.Spot, r.Nodes, r.call, nil); err == nil {
				name = caller.name
			}
		}
		if instead >= 0 {
			j.fix.Add(edit.Replace(r.call.Args[instead], name))
		} else {
			j.fix.Add(edit.Insert(r.call.Args[len(r.call.Args)-1].End(), ", "+name))
		}
	}
}

// instead is the parameter whose place the handle takes, -1 if there is none: a
// session that is used for its id alone, in a file that names its package
// elsewhere as well.
func (h *holder) instead(fd *ast.FuncDecl) int {
	params := h.fn.Signature().Params()
	for i := range params.Len() {
		field := toolsyntax.FieldOf(fd.Type.Params, i)
		if field != nil && isSession(params.At(i).Type()) && h.only(h.Spot, params.At(i)) && len(h.DroppedImports(field)) == 0 {
			return i
		}
	}
	return -1
}

// handOut has the tools return handles and take them.
func (j *job) handOut() error {
	s := j.session
	for _, h := range s.order {
		for _, source := range h.sources {
			j.unneeded(h.Spot, h, source)
		}
		if h.handler == nil {
			j.pass(h)
		}
	}
	var begin []string
	for _, h := range s.order {
		if h.handler == nil {
			continue
		}
		t := h.handler.Tool(j.c)
		if t == nil {
			return edit.Refuse("the tool of the handler at %s is not known", j.c.Position(h.node.Pos()))
		}
		if needs := j.needs(h); needs == begins || needs == either {
			begin = append(begin, t.Name)
		}
	}
	if len(begin) == 0 {
		return edit.Refuse("no tool sets an entry: which one begins is not known")
	}
	slices.Sort(begin)
	begin = slices.Compact(begin)
	by := strings.Join(begin, " or ")
	if n := len(begin) - 1; n > 1 {
		by = strings.Join(begin[:n], ", ") + " or " + begin[n]
	}
	takes := false
	for _, h := range s.order {
		if h.handler == nil {
			continue
		}
		takes = takes || j.needs(h) != begins
		if err := j.connect(h, by); err != nil {
			return err
		}
	}
	if !takes {
		return edit.Refuse("no tool looks an entry up")
	}
	return nil
}
