package tostore

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
)

// roles tells the handlers that create entries from those that use them.
func (j *job) roles(uses []*use) error {
	sets, gets := map[*handler]bool{}, map[*handler]bool{}
	for _, u := range uses {
		if len(u.Nodes) < 3 {
			continue
		}
		var key ast.Expr
		set := false
		switch parent := u.Nodes[1].(type) {
		case *ast.IndexExpr:
			key = parent.Index
			assign, ok := u.Nodes[2].(*ast.AssignStmt)
			set = ok && len(assign.Lhs) == 1 && assign.Lhs[0] == ast.Expr(parent)
		case *ast.CallExpr:
			if len(parent.Args) != 2 {
				continue
			}
			key = parent.Args[1]
		default:
			continue
		}
		h, err := j.handler(u)
		if err != nil {
			return err
		}
		if !ofSession(u.Spot, key) {
			return edit.Refuse("the key at %s is not plainly the id of the session", j.c.Position(key.Pos()))
		}
		sets[h], gets[h] = sets[h] || set, gets[h] || !set
	}
	creators, users := 0, 0
	for _, h := range j.handlers() {
		if sets[h] && !gets[h] {
			h.creates = true
			h.handle = h.Fresh(j.word() + "ID")
			creators++
		} else {
			users++
		}
	}
	switch {
	case creators == 0:
		return edit.Refuse("no tool only sets an entry: which one begins is not known")
	case users == 0:
		return edit.Refuse("no tool looks an entry up")
	}
	return nil
}

// ofSession reports whether a key is the id of the session of the request.
func ofSession(s *edit.Spot, key ast.Expr) bool {
	key = ast.Unparen(key)
	if id, ok := key.(*ast.Ident); ok {
		def := s.Definition(id)
		return def != nil && ofSession(s, def)
	}
	call, ok := key.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := s.Callee(call)
	if fn == nil || fn.Signature().Recv() == nil || fn.Name() != "ID" && fn.Name() != "SessionID" {
		return false
	}
	return strings.Contains(types.TypeString(fn.Signature().Recv().Type(), nil), "Session")
}

// handlers lists the handlers in the order of the source.
func (j *job) handlers() []*handler {
	var out []*handler
	for _, h := range j.funcs {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *handler) int { return int(a.body.Pos() - b.body.Pos()) })
	return out
}

// word is the name of one entry.
func (j *job) word() string {
	name := singular(j.obj.Name())
	if len(name) < 3 {
		return "entry"
	}
	return name
}

// argument is the name of the argument that carries the handle: draft_id.
func (j *job) argument() string {
	var b strings.Builder
	for i, r := range j.word() {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String() + "_id"
}

// field is the name of the struct field for it: DraftID.
func (j *job) field() string {
	w := []rune(j.word())
	w[0] = unicode.ToUpper(w[0])
	return string(w) + "ID"
}

// creators are the tools that create entries.
func (j *job) creators() (names []string) {
	for _, h := range j.handlers() {
		if t := j.tool(h); h.creates && t != nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// tool is the tool that a handler serves, nil if it is not exactly one.
func (j *job) tool(h *handler) *writes.Tool {
	pos := h.node.Pos()
	if fd, ok := h.node.(*ast.FuncDecl); ok {
		pos = fd.Name.Pos()
	}
	return toolsyntax.Served(j.c, pos)
}

// key puts the handle in the place of the session.
func (j *job) key(_ *use, h *handler, key ast.Expr) error {
	if !j.session {
		return nil
	}
	if h.arg == "" {
		if h.shape == edit.Plain {
			h.arg = named(h.req, "req") + ".GetString(" + strconv.Quote(j.argument()) + `, "")`
		} else {
			in := h.param(2)
			if in == nil {
				return edit.Refuse("the handler at %s takes no arguments", j.c.Position(h.typ.Pos()))
			}
			h.arg = named(in, "in") + "." + j.field()
		}
	}
	h.keys = append(h.keys, key)
	j.fix.Edits = append(j.fix.Edits, edit.Replace(key, h.arg))
	return nil
}

// param is the name of parameter i.
func (h *handler) param(i int) *ast.Ident {
	for _, f := range h.typ.Params.List {
		for _, id := range f.Names {
			if i == 0 {
				return id
			}
			i--
		}
	}
	return nil
}

// connect has the creating tool return the handle, or the using tool take it.
func (j *job) connect(h *handler) error {
	t := j.tool(h)
	if t == nil {
		return edit.Refuse("the tool of the handler at %s is not known", j.c.Position(h.typ.Pos()))
	}
	def, err := toolsyntax.At(j.c, t.Registered())
	if err != nil {
		return err
	}
	j.unusedKeys(h)
	if h.creates {
		def.Says("Its "+j.argument()+" is good for 24 hours.", j.fix)
		return j.returns(h)
	}
	about := "the " + j.argument() + " that " + strings.Join(j.creators(), " or ") + " returned"
	if h.shape == edit.Plain {
		return def.AddString(j.argument(), about, true, j.fix)
	}
	if def.Lit == nil || edit.Element(def.Lit, "InputSchema") != nil {
		return edit.Refuse("the tool %s has a schema of its own", t.Name)
	}
	in := h.param(2)
	if in.Name == "_" {
		if h.Lookup("in") != nil {
			return edit.Refuse("the arguments of the handler at %s have no name, and in means something else", j.c.Position(h.typ.Pos()))
		}
		j.fix.Edits = append(j.fix.Edits, edit.Replace(in, "in"))
	}
	decl, st, err := j.c.StructType(h.sig.Params().At(2).Type())
	if err != nil {
		return err
	}
	e, err := decl.AddField(st, j.field(), "string", j.argument(), "", about)
	if err != nil {
		return err
	}
	j.fix.Add(e) // tools may share the type
	return nil
}

// unusedKeys removes the variables that held the session's id and hold nothing
// that is needed any more.
func (j *job) unusedKeys(h *handler) {
	counted := map[types.Object]int{}
	count := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			counted[h.Info.Uses[id]]++
		}
	}
	for _, k := range h.keys {
		count(k)
	}
	if assign, ok := h.created.(*ast.AssignStmt); ok {
		if index, ok := assign.Lhs[0].(*ast.IndexExpr); ok {
			count(index.Index)
		}
	}
	for obj, n := range counted {
		uses := 0
		for _, o := range h.Info.Uses {
			if o == obj {
				uses++
			}
		}
		if uses != n {
			continue
		}
		ast.Inspect(h.body, func(node ast.Node) bool {
			assign, ok := node.(*ast.AssignStmt)
			if ok && assign.Tok == token.DEFINE && len(assign.Lhs) == 1 {
				if id, ok := assign.Lhs[0].(*ast.Ident); ok && h.Info.Defs[id] == obj {
					j.fix.Edits = append(j.fix.Edits, h.DeleteStmt(assign))
				}
			}
			return true
		})
	}
}

// returns adds the handle to every answer after the entry was created.
func (j *job) returns(h *handler) (err error) {
	q, _, err := h.NeedsHandles()
	if err != nil {
		return err
	}
	n := 0
	ast.Inspect(h.body, func(node ast.Node) bool {
		ret, ok := node.(*ast.ReturnStmt)
		if _, isFunc := node.(*ast.FuncLit); isFunc || err != nil {
			return false
		}
		if !ok || h.created == nil || ret.Pos() < h.created.End() {
			return true
		}
		if len(ret.Results) != h.sig.Results().Len() {
			err = edit.Refuse("what the tool answers at %s is another function's answer", j.c.Position(ret.Pos()))
			return false
		}
		if !isNil(h.Spot, ret.Results[len(ret.Results)-1]) {
			return true // an error
		}
		n++
		err = j.answer(h, q, ret)
		return true
	})
	if err == nil && n == 0 {
		err = edit.Refuse("the handler at %s does not answer after it has stored the entry", j.c.Position(h.typ.Pos()))
	}
	return err
}

func isNil(s *edit.Spot, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && s.Info.Uses[id] == types.Universe.Lookup("nil")
}

// answer adds the handle to one answer: as a field of the tool's output if it has
// one, else as a text.
func (j *job) answer(h *handler, q string, ret *ast.ReturnStmt) error {
	wrap := "ResultWithHandle("
	if h.shape == edit.Typed {
		wrap = "WithHandle("
		out := ast.Unparen(ret.Results[1])
		if u, ok := out.(*ast.UnaryExpr); ok {
			out = ast.Unparen(u.X)
		}
		if lit, ok := out.(*ast.CompositeLit); ok {
			decl, st, err := j.c.StructType(h.Info.TypeOf(lit))
			if err != nil {
				return err
			}
			e, err := decl.AddField(st, j.field(), "string", j.argument(), "", "")
			if err != nil {
				return err
			}
			j.fix.Add(e)
			if e, err = h.AddElement(lit, j.field(), h.handle); err != nil {
				return err
			}
			j.fix.Edits = append(j.fix.Edits, e)
			return nil
		}
		if !isNil(h.Spot, ret.Results[1]) {
			return edit.Refuse("the answer at %s has no field for the handle", j.c.Position(ret.Pos()))
		}
	}
	res := ret.Results[0]
	j.fix.Edits = append(j.fix.Edits, edit.Insert(res.Pos(), q+wrap),
		edit.Insert(res.End(), ", "+strconv.Quote(j.argument())+", "+h.handle+")"))
	return nil
}
