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
	slices.SortFunc(out, func(a, b *handler) int { return int(a.Body.Pos() - b.Body.Pos()) })
	return out
}

// word is the name of one entry.
func (j *job) word() string {
	name := edit.Singular(j.obj.Name())
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
		if t := h.Tool(j.c); h.creates && t != nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// key puts the handle in the place of the session.
func (j *job) key(_ *use, h *handler, key ast.Expr) error {
	if !j.session {
		return nil
	}
	if h.arg == "" {
		if h.Shape == edit.Plain {
			h.arg = named(h.req, "req") + ".GetString(" + strconv.Quote(j.argument()) + `, "")`
		} else {
			in := h.Param(2)
			if in == nil {
				return edit.Refuse("the handler at %s takes no arguments", j.c.Position(h.Type.Pos()))
			}
			h.arg = named(in, "in") + "." + j.field()
		}
	}
	h.keys = append(h.keys, key)
	j.fix.Edits = append(j.fix.Edits, edit.Replace(key, h.arg))
	return nil
}

// connect has the creating tool return the handle, or the using tool take it.
func (j *job) connect(h *handler) error {
	t := h.Tool(j.c)
	if t == nil {
		return edit.Refuse("the tool of the handler at %s is not known", j.c.Position(h.Type.Pos()))
	}
	def, err := toolsyntax.At(j.c, t.Registered())
	if err != nil {
		return err
	}
	j.unusedKeys(h)
	if h.creates {
		def.Says("Its "+j.argument()+" is good for 24 hours.", j.fix)
		if h.created == nil {
			return edit.Refuse("the handler at %s does not answer after it has stored the entry", j.c.Position(h.Type.Pos()))
		}
		return h.Returns(j.c, h.created.End(), toolsyntax.Handle{Argument: j.argument(), Field: j.field(), Var: h.handle}, j.fix)
	}
	give := toolsyntax.Argument{Name: j.argument(), Field: j.field(), Required: true}
	give.About = "the " + j.argument() + " that " + strings.Join(j.creators(), " or ") + " returned"
	if h.Shape == edit.Plain {
		return def.AddString(j.c, give, j.fix)
	}
	if def.Lit == nil || edit.Element(def.Lit, "InputSchema") != nil {
		return edit.Refuse("the tool %s has a schema of its own", t.Name)
	}
	in := h.Param(2)
	if in.Name == "_" {
		if h.Lookup("in") != nil {
			return edit.Refuse("the arguments of the handler at %s have no name, and in means something else", j.c.Position(h.Type.Pos()))
		}
		j.fix.Edits = append(j.fix.Edits, edit.Replace(in, "in"))
	}
	alike := func(n ast.Node) bool { return j.funcs[n] != nil && !j.funcs[n].creates }
	return h.Take(j.c, t.Name, give, alike, j.fix)
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
		ast.Inspect(h.Body, func(node ast.Node) bool {
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
