package tostore

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// use replaces one mention of the map.
func (j *job) use(u *use) error {
	if len(u.Nodes) < 2 {
		return j.unknown(u)
	}
	switch parent := u.Nodes[1].(type) {
	case *ast.KeyValueExpr: // &T{drafts: map[string]Draft{}}
		if parent.Key == u.Expr && u.empty(parent.Value) {
			return j.dropElement(u, parent)
		}
	case *ast.AssignStmt: // s.drafts = map[string]Draft{}
		if len(parent.Lhs) == 1 && parent.Lhs[0] == u.Expr && parent.Tok == token.ASSIGN && u.empty(parent.Rhs[0]) && !j.inHandler(u) {
			j.fix.Edits = append(j.fix.Edits, u.DeleteStmt(parent))
			return nil
		}
	case *ast.IndexExpr:
		if parent.X == u.Expr {
			return j.entry(u, parent)
		}
	case *ast.CallExpr: // delete(s.drafts, id)
		if id, ok := parent.Fun.(*ast.Ident); ok && u.Info.Uses[id] == types.Universe.Lookup("delete") && len(parent.Args) == 2 {
			if stmt, ok := u.Nodes[2].(*ast.ExprStmt); ok {
				return j.revoke(u, stmt, parent.Args[1])
			}
		}
	}
	return j.unknown(u)
}

func (j *job) unknown(u *use) error {
	return edit.Refuse("%s is used in a way that is not known, at %s", j.obj.Name(), j.c.Position(u.Expr.Pos()))
}

// empty reports whether an expression makes an empty map.
func (u *use) empty(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && u.Info.Uses[id] == types.Universe.Lookup("make")
	}
	return false
}

// dropElement takes the field out of a literal.
func (j *job) dropElement(u *use, kv *ast.KeyValueExpr) error {
	lit, ok := u.Nodes[2].(*ast.CompositeLit)
	if !ok {
		return j.unknown(u)
	}
	for i, e := range lit.Elts {
		if e != ast.Expr(kv) {
			continue
		}
		switch {
		case len(lit.Elts) == 1:
			j.fix.Edits = append(j.fix.Edits, edit.Edit{Pos: lit.Lbrace + 1, End: lit.Rbrace})
		case i > 0 && u.Line(kv.Pos()) == u.Line(lit.Elts[i-1].End()):
			j.fix.Edits = append(j.fix.Edits, edit.Edit{Pos: lit.Elts[i-1].End(), End: kv.End()})
		case i+1 < len(lit.Elts) && u.Line(kv.End()) == u.Line(lit.Elts[i+1].Pos()):
			j.fix.Edits = append(j.fix.Edits, edit.Edit{Pos: kv.Pos(), End: lit.Elts[i+1].Pos()})
		default:
			j.fix.Edits = append(j.fix.Edits, u.DeleteLines(kv))
		}
		return nil
	}
	return j.unknown(u)
}

// entry replaces the use of one entry.
func (j *job) entry(u *use, index *ast.IndexExpr) error {
	assign, ok := u.Nodes[2].(*ast.AssignStmt)
	if !ok {
		return j.unknown(u)
	}
	stmt, list := ast.Stmt(assign), ast.Node(nil)
	if len(u.Nodes) > 3 {
		list = u.Nodes[3]
	}
	if _, ok := list.(*ast.IfStmt); ok {
		return edit.Refuse("an entry is looked up in the head of an if, at %s: put it in a line of its own", j.c.Position(u.Expr.Pos()))
	}
	switch {
	case len(assign.Lhs) == 1 && assign.Lhs[0] == ast.Expr(index) && assign.Tok == token.ASSIGN && len(assign.Rhs) == 1:
		return j.set(u, stmt, index.Index, assign.Rhs[0])
	case len(assign.Lhs) == 2 && len(assign.Rhs) == 1 && assign.Rhs[0] == ast.Expr(index) && assign.Tok == token.DEFINE:
		return j.get(u, assign, list, index.Index)
	}
	return j.unknown(u)
}

// set stores an entry.
//
//	s.drafts[id] = d        if err := draftStore.Set(ctx, principal, id, d); err != nil {
//	                        	return nil, nil, err
//	                        }
func (j *job) set(u *use, stmt ast.Stmt, key, value ast.Expr) error {
	h, err := j.handler(u)
	if err != nil {
		return err
	}
	indent := u.Indent(stmt)
	if h.creates {
		// s.drafts[req.Session.ID()] = d      draftID, err := draftStore.Create(ctx, principal, d)
		j.fix.Edits = append(j.fix.Edits,
			edit.Edit{Pos: stmt.Pos(), End: value.Pos(), New: h.handle + ", err := " + j.ref(u) + ".Create(" + h.args()},
			edit.Insert(stmt.End(), ")\n"+indent+"if err != nil {\n"+indent+"\t"+h.Fail("err")+"\n"+indent+"}"))
		h.created = stmt
		return nil
	}
	h.sets = true
	if !j.session {
		if err := u.mint(key, j.fix); err != nil {
			return err
		}
	}
	if err := j.key(u, h, key); err != nil {
		return err
	}
	j.fix.Edits = append(j.fix.Edits,
		edit.Edit{Pos: stmt.Pos(), End: key.Pos(), New: "if err := " + j.ref(u) + ".Set(" + h.args()},
		edit.Edit{Pos: key.End(), End: value.Pos(), New: ", "},
		edit.Insert(stmt.End(), "); err != nil {\n"+indent+"\t"+h.Fail("err")+"\n"+indent+"}"))
	return nil
}

// revoke removes an entry.
func (j *job) revoke(u *use, stmt ast.Stmt, key ast.Expr) error {
	h, err := j.handler(u)
	if err != nil {
		return err
	}
	if err := j.key(u, h, key); err != nil {
		return err
	}
	indent := u.Indent(stmt)
	j.fix.Edits = append(j.fix.Edits,
		edit.Edit{Pos: stmt.Pos(), End: key.Pos(), New: "if err := " + j.ref(u) + ".Revoke(" + h.args()},
		edit.Edit{Pos: key.End(), End: stmt.End(), New: "); err != nil {\n" + indent + "\t" + h.Fail("err") + "\n" + indent + "}"})
	return nil
}

// get looks an entry up. What the program answers to a miss gives way to the one
// answer that tells the caller what to do.
//
//	d, ok := s.drafts[in.ID]                    d, err := draftStore.Get(ctx, principal, in.ID)
//	if !ok {                                    if err != nil {
//		return nil, nil, errors.New("none")     	return nil, nil, err
//	}                                           }
func (j *job) get(u *use, assign *ast.AssignStmt, list ast.Node, key ast.Expr) error {
	h, err := j.handler(u)
	if err != nil {
		return err
	}
	if err := j.key(u, h, key); err != nil {
		return err
	}
	ok, isID := assign.Lhs[1].(*ast.Ident)
	value, isID2 := assign.Lhs[0].(*ast.Ident)
	if !isID || !isID2 || ok.Name == "_" {
		return j.unknown(u)
	}
	miss := u.missed(list, assign, ok)
	if miss == nil {
		return edit.Refuse("what happens when an entry is missing is not a return right after the look-up, at %s", j.c.Position(assign.Pos()))
	}
	err2 := "err"
	if obj := u.Lookup("err"); obj != nil && obj.Parent() != u.Types.Scope() && types.TypeString(obj.Type(), nil) != "error" {
		return edit.Refuse("err means something else at %s", j.c.Position(assign.Pos()))
	}
	head := edit.Edit{Pos: assign.Pos(), End: key.Pos(), New: value.Name + ", " + err2 + " := " + j.ref(u) + ".Get(" + h.args()}
	if value.Name == "_" {
		indent := u.Indent(assign)
		head.New = "if _, err := " + j.ref(u) + ".Get(" + h.args()
		j.fix.Edits = append(j.fix.Edits, head,
			edit.Edit{Pos: key.End(), End: miss.End(), New: "); err != nil {\n" + indent + "\t" + h.Fail("err") + "\n" + indent + "}"})
		return nil
	}
	j.fix.Edits = append(j.fix.Edits, head, edit.Edit{Pos: key.End(), End: assign.End(), New: ")"},
		edit.Replace(miss.Cond, "err != nil"))
	body := miss.Body.List
	j.fix.Edits = append(j.fix.Edits, edit.Edit{Pos: body[0].Pos(), End: body[len(body)-1].End(), New: h.Fail("err")})
	for _, s := range u.DroppedImports(miss.Body) {
		j.fix.Add(s)
	}
	return nil
}

// mint makes the key strong where the handler counts it up.
func (u *use) mint(key ast.Expr, fix *edit.Fix) error {
	var try edit.Fix
	s, err := u.Prog.Place(key.Pos())
	if err != nil {
		return err
	}
	if s.Mint(key, &try) == nil {
		for _, e := range try.Edits {
			fix.Add(e)
		}
	}
	return nil // a name that the caller chose, or strong already
}

// missed is the if statement after a look-up that returns when there is no entry,
// with nothing but locks in between; nil if it is something else.
func (u *use) missed(list ast.Node, assign ast.Stmt, ok *ast.Ident) *ast.IfStmt {
	block, isBlock := list.(*ast.BlockStmt)
	if !isBlock {
		return nil
	}
	uses := 0
	for id := range u.Info.Uses {
		if u.Info.Uses[id] == u.Info.Defs[ok] {
			uses++
		}
	}
	after := false
	for _, s := range block.List {
		if s == assign {
			after = true
			continue
		}
		if !after {
			continue
		}
		if x, ok := s.(*ast.ExprStmt); ok {
			if call, ok := x.X.(*ast.CallExpr); ok && len(call.Args) == 0 && u.Callee(call) != nil && u.Callee(call).Pkg() != nil && u.Callee(call).Pkg().Path() == "sync" {
				continue // an unlock
			}
		}
		miss, isIf := s.(*ast.IfStmt)
		if !isIf || miss.Init != nil || miss.Else != nil || uses != 1 || len(miss.Body.List) == 0 {
			return nil
		}
		not, isNot := miss.Cond.(*ast.UnaryExpr)
		if !isNot || not.Op != token.NOT {
			return nil
		}
		if id, isID := not.X.(*ast.Ident); !isID || u.Info.Uses[id] != u.Info.Defs[ok] {
			return nil
		}
		for i, s := range miss.Body.List {
			if ret, isRet := s.(*ast.ReturnStmt); isRet != (i == len(miss.Body.List)-1) || isRet && len(ret.Results) == 0 {
				return nil
			}
		}
		if len(miss.Body.List) != 1 {
			return nil
		}
		return miss
	}
	return nil
}

// ref is how the place calls the kind.
func (j *job) ref(u *use) string {
	q, ok := u.Qualifier(j.decl.Types)
	if !ok {
		return j.kind
	}
	return q + j.kind
}
