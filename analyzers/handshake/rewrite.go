package handshake

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// perRequest maps what the handshake said of a client to the method of the
// request that says it now. The methods fall back to the handshake for older
// clients, so that nothing changes for those.
var perRequest = map[string]string{
	"ClientInfo":      "ClientInfo",
	"Capabilities":    "ClientCapabilities",
	"ProtocolVersion": "ProtocolVersion",
}

// rewrite reads from the request what was read from its session.
//
//	req.Session.InitializeParams().ClientInfo.Name
//	    ----------------------------------------- ClientInfo().Name
//
//	p := req.Session.InitializeParams()             p := req.ClientInfo()
//	if p != nil && p.ClientInfo != nil {            if p != nil {
//		name = p.ClientInfo.Name                    	name = p.Name
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	at, err := c.At(f.Site)
	if err != nil {
		return nil, err
	}
	fn := function(at)
	if fn == nil || !strings.HasSuffix(f.Object, sessionInfo) {
		return nil, edit.Refuse("what the handshake sets is kept in memory: take it from the request or the token on each call instead")
	}
	r := &reader{Spot: at, body: fn, fix: &edit.Fix{Message: "reads what the request says of its client"}, fields: map[string][]string{}, halves: map[string]ast.Node{}, sessions: map[*types.Var]int{}}
	asks := r.asks()
	if len(asks) == 0 {
		return nil, edit.Refuse("the session at line %d knows of its client what the handshake said, and nothing else: releases of the SDK for 2026-07-28 fill it from each request", at.Line(at.Pos))
	}
	for _, call := range asks {
		if err := r.follow(c, call); err != nil {
			return nil, err
		}
	}
	if err := r.checked(); err != nil {
		return nil, err
	}
	r.unused()
	return r.fix, nil
}

// unused removes the variable of the session that nothing else needs.
func (r *reader) unused() {
	for v, n := range r.sessions {
		uses := 0
		for id, obj := range r.Info.Uses {
			if obj == types.Object(v) && r.Has(id.Pos()) {
				uses++
			}
		}
		if uses != n {
			continue
		}
		ast.Inspect(r.body, func(node ast.Node) bool {
			if def, ok := node.(*ast.AssignStmt); ok && def.Tok == token.DEFINE && len(def.Lhs) == 1 {
				if id, ok := def.Lhs[0].(*ast.Ident); ok && r.Info.Defs[id] == types.Object(v) {
					r.fix.Edits = append(r.fix.Edits, r.DeleteStmt(def))
				}
			}
			return true
		})
	}
}

// function is the body around the place.
func function(s *edit.Spot) ast.Node {
	for _, n := range s.Path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				return n.Body
			}
		case *ast.FuncLit:
			return n.Body
		}
	}
	return nil
}

// reader rewrites what one function reads of the handshake.
type reader struct {
	*edit.Spot
	body     ast.Node
	fix      *edit.Fix
	fields   map[string][]string // what is read, by the request that answers
	sessions map[*types.Var]int  // variables that hold a session, with how often they are asked
	nils     []compared          // where the whole is compared with nil
	halves   map[string]ast.Node // where a field is, by the request that answers
}

// compared is a comparison with nil of what the handshake said.
type compared struct {
	request string
	asked   ast.Expr // what is compared
	edit    string   // what takes its place, up to the method
	with    ast.Expr // the word nil
}

// asks lists where the function asks a session for its handshake.
func (r *reader) asks() (out []*ast.CallExpr) {
	ast.Inspect(r.body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "InitializeParams" {
				out = append(out, call)
			}
		}
		return true
	})
	return out
}

// request is the request whose session is asked.
func (r *reader) request(call *ast.CallExpr) (text string, of ast.Expr, err error) {
	session := ast.Unparen(call.Fun.(*ast.SelectorExpr).X)
	if id, ok := session.(*ast.Ident); ok {
		if def := r.Definition(id); def != nil {
			if sel, ok := def.(*ast.SelectorExpr); ok && r.sees(sel.X) {
				session = sel
				if v, ok := r.Info.Uses[id].(*types.Var); ok {
					r.sessions[v]++
				}
			}
		}
	}
	sel, ok := session.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Session" {
		return "", nil, edit.Refuse("the session at line %d does not come from a request that is at hand: hand the request on in its place", r.Line(call.Pos()))
	}
	return r.Text(sel.X), sel.X, nil
}

// sees reports whether an expression is a variable that means the same in the
// whole function.
func (r *reader) sees(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := r.Info.Uses[id].(*types.Var)
	return ok && r.Lookup(id.Name) == types.Object(v)
}

// follow rewrites one call, and the uses of the variable that holds its answer.
func (r *reader) follow(c *rule.Context, call *ast.CallExpr) error {
	request, of, err := r.request(call)
	if err != nil {
		return err
	}
	path := r.Spotted(call)
	for len(path) > 0 && path[0] != ast.Node(call) {
		path = path[1:]
	}
	id := held(path)
	if id == nil {
		_, err = r.use(path, call, request, of, "")
		return err
	}
	v, ok := r.Info.Defs[id].(*types.Var)
	if !ok || r.Definition(id) != ast.Expr(call) {
		return edit.Refuse("the answer of the handshake is kept in a variable that is set again, at line %d", r.Line(id.Pos()))
	}
	// The variable holds what is read of the answer from now on.
	uses, err := c.Mentions([]*edit.Package{r.Package}, func(o types.Object) bool { return o == types.Object(v) })
	if err != nil {
		return err
	}
	field := ""
	for _, u := range uses {
		f, err := r.use(u.Nodes, u.Expr, request, of, id.Name)
		switch {
		case err != nil:
			return err
		case f != "" && field != "" && f != field:
			return edit.Refuse("the answer of the handshake at line %d says several things: ask the request for each of them", r.Line(call.Pos()))
		case f != "":
			field = f
		}
	}
	if field == "" {
		return edit.Refuse("only whether there was a handshake matters at line %d", r.Line(call.Pos()))
	}
	r.fix.Edits = append(r.fix.Edits, edit.Replace(call, request+"."+perRequest[field]+"()"))
	return nil
}

// held is the variable that a call defines, nil if there is none.
func held(path []ast.Node) *ast.Ident {
	if len(path) < 2 {
		return nil
	}
	switch n := path[1].(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && n.Tok == token.DEFINE {
			id, _ := n.Lhs[0].(*ast.Ident)
			return id
		}
	case *ast.ValueSpec:
		if len(n.Names) == 1 && len(n.Values) == 1 {
			return n.Names[0]
		}
	}
	return nil
}

// use rewrites one use of the answer: a field, or a comparison with nil. An answer
// in a variable stays in it.
func (r *reader) use(path []ast.Node, answer ast.Expr, request string, of ast.Expr, variable string) (field string, err error) {
	var outer ast.Node
	if len(path) > 1 {
		outer = path[1]
	}
	switch o := outer.(type) {
	case *ast.SelectorExpr:
		method, ok := perRequest[o.Sel.Name]
		if !ok {
			return "", edit.Refuse("requests do not say %s (line %d)", o.Sel.Name, r.Line(o.Pos()))
		}
		obj, _, _ := types.LookupFieldOrMethod(r.Info.TypeOf(of), true, r.Types, method)
		if _, ok := obj.(*types.Func); !ok {
			return "", edit.Refuse("requests of this SDK version have no method %s: upgrade the SDK first", method)
		}
		r.fields[request+"\x00"+variable] = append(r.fields[request+"\x00"+variable], o.Sel.Name)
		text := variable
		if text == "" {
			text = request + "." + method + "()"
		}
		if !r.repeats(path, o) {
			if len(path) > 2 {
				if own, ok := path[2].(*ast.BinaryExpr); ok && (r.IsNil(own.X) || r.IsNil(own.Y)) {
					r.halves[request+"\x00"+variable] = own
				}
			}
			r.fix.Edits = append(r.fix.Edits, edit.Replace(o, text))
		}
		return o.Sel.Name, nil
	case *ast.BinaryExpr:
		if (o.Op == token.EQL || o.Op == token.NEQ) && r.IsNil(o.Y) {
			r.nils = append(r.nils, compared{request: request + "\x00" + variable, asked: o.X, edit: variable, with: o.Y})
			return "", nil
		}
	}
	if variable == "" && len(path) > 1 {
		if _, ok := outer.(*ast.AssignStmt); ok {
			return "", edit.Refuse("the answer of the handshake is kept in a variable at line %d", r.Line(answer.Pos()))
		}
	}
	return "", edit.Refuse("the answer of the handshake is handed on at line %d: hand on the request in its place", r.Line(answer.Pos()))
}

// repeats removes a comparison with nil beside one of the whole answer: the two
// become one.
//
//	p != nil && p.ClientInfo != nil
//	         ---------------------- both ask whether the client said who it is
func (r *reader) repeats(path []ast.Node, field *ast.SelectorExpr) bool {
	if len(path) < 4 {
		return false
	}
	own, ok := path[2].(*ast.BinaryExpr)
	if !ok || own.X != ast.Expr(field) || !r.IsNil(own.Y) {
		return false
	}
	both, ok := path[3].(*ast.BinaryExpr)
	if !ok || both.Y != ast.Expr(own) || !(both.Op == token.LAND && own.Op == token.NEQ || both.Op == token.LOR && own.Op == token.EQL) {
		return false
	}
	left := both.X
	for {
		chain, ok := left.(*ast.BinaryExpr)
		if !ok || chain.Op != both.Op {
			break
		}
		left = chain.Y
	}
	whole, ok := left.(*ast.BinaryExpr)
	if !ok || whole.Op != own.Op || !r.IsNil(whole.Y) || r.Text(whole.X) != r.Text(field.X) {
		return false
	}
	r.fix.Edits = append(r.fix.Edits, edit.Edit{Pos: whole.End(), End: own.End()})
	return true
}

// checked rewrites the comparisons with nil: they ask for the one thing that is
// read.
func (r *reader) checked() error {
	for _, n := range r.nils {
		if half := r.halves[n.request]; half != nil {
			return edit.Refuse("line %d asks whether there was a handshake, and line %d what it said of the client: requests say one of the two", r.Line(n.asked.Pos()), r.Line(half.Pos()))
		}
		fields := slices.Compact(slices.Sorted(slices.Values(r.fields[n.request])))
		if len(fields) == 0 {
			return edit.Refuse("only whether there was a handshake matters at line %d", r.Line(n.asked.Pos()))
		}
		if len(fields) > 1 {
			return edit.Refuse("the answer of the handshake at line %d says several things: ask the request for each of them", r.Line(n.asked.Pos()))
		}
		request, _, _ := strings.Cut(n.request, "\x00")
		if n.edit == "" {
			r.fix.Edits = append(r.fix.Edits, edit.Replace(n.asked, request+"."+perRequest[fields[0]]+"()"))
		}
		if fields[0] == "ProtocolVersion" {
			r.fix.Edits = append(r.fix.Edits, edit.Replace(n.with, `""`))
		}
	}
	return nil
}
