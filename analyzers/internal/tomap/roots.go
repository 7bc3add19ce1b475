package tomap

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// ref is a mention of a function.
type ref struct {
	*edit.Mention
	call *ast.CallExpr // nil if it is a value; else the first of the nodes around it
}

// references lists the mentions of a function, also those through an interface of
// the module that its receiver implements.
func (j *job) references(obj *types.Func) (out []ref, err error) {
	targets := []types.Object{obj}
	if obj.Signature().Recv() != nil {
		for _, i := range j.interfaces() {
			if has(i, obj) {
				m, _, _ := types.LookupFieldOrMethod(i, false, obj.Pkg(), obj.Name())
				targets = append(targets, m)
			}
		}
	}
	mentions, err := j.c.Mentions(j.c.All(), func(o types.Object) bool {
		f, ok := o.(*types.Func)
		return ok && slices.ContainsFunc(targets, func(t types.Object) bool { return same(f.Origin(), t) })
	})
	for _, m := range mentions {
		r := ref{Mention: m}
		if len(r.Nodes) > 1 {
			if call, ok := r.Nodes[1].(*ast.CallExpr); ok && call.Fun == r.Expr {
				r.call, r.Nodes = call, r.Nodes[1:]
			}
		}
		if j.session != nil && j.session.dropped[r.call] {
			continue
		}
		out = append(out, r)
	}
	return out, err
}

// follow looks at how a function is called, and hands a context on to it. A
// handler is wrapped.
func (j *job) follow(f *fn) error {
	if lit, ok := f.node.(*ast.FuncLit); ok {
		return j.root(f, lit, f.Spotted(lit), f.Info.TypeOf(lit))
	}
	refs, err := j.references(f.obj)
	if err != nil {
		return err
	}
	for _, r := range refs {
		switch {
		case r.call == nil && f.param == nil:
			return edit.Refuse("%s is used as a value, at %s", f.obj.Name(), j.c.Position(r.Expr.Pos()))
		case r.call == nil:
			if j.test(r.Spot) {
				continue
			}
			if err := j.root(f, r.Expr, r.Nodes, r.Info.TypeOf(r.Expr)); err != nil {
				return err
			}
		case f.param == nil:
			if err := j.hand(f, r); err != nil {
				return err
			}
		default:
			if err := j.follows(f, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// hand passes the context of the caller on to a function that takes one now.
func (j *job) hand(f *fn, r ref) error {
	caller, err := j.context(r.Spot, r.Nodes, r.call.Pos())
	if err != nil {
		return err
	}
	caller.callees = append(caller.callees, f)
	if len(r.call.Args) == 1 && f.obj.Signature().Params().Len() > 1 {
		return edit.Refuse("the arguments of the call at %s are the results of another one", j.c.Position(r.call.Pos()))
	}
	if j.handed[r.call.Lparen] {
		return nil // through an interface
	}
	j.handed[r.call.Lparen] = true
	text := caller.ctx
	if j.test(r.Spot) {
		q, err := j.importContext(r.Spot)
		if err != nil {
			return err
		}
		text = q + "Background()"
	}
	if len(r.call.Args) > 0 {
		text += ", "
	}
	j.add(edit.Insert(r.call.Lparen+1, text))
	return nil
}

// follows makes sure that a function which has a context gets that of the call.
func (j *job) follows(f *fn, r ref) error {
	if j.test(r.Spot) {
		return nil
	}
	i := 0
	for k := range f.obj.Signature().Params().Len() {
		if isContext(f.obj.Signature().Params().At(k).Type()) {
			i = k
			break
		}
	}
	return j.handsOn(f, r, i)
}

// handsOn makes sure that an argument of a call is the context of the call around
// it.
func (j *job) handsOn(f *fn, r ref, i int) error {
	if i >= len(r.call.Args) {
		return edit.Refuse("the arguments of the call at %s are the results of another one", j.c.Position(r.call.Pos()))
	}
	arg, ok := ast.Unparen(r.call.Args[i]).(*ast.Ident)
	if !ok {
		return edit.Refuse("%s does not get the context of a tool's call, at %s", title(f), j.c.Position(r.call.Pos()))
	}
	caller, err := j.context(r.Spot, r.Nodes, r.call.Pos())
	if err != nil {
		return err
	}
	v := r.Info.ObjectOf(arg)
	if caller.param == nil || v != types.Object(caller.param) && !j.derived(r.Spot, v, caller.param, 0) {
		return edit.Refuse("%s does not get the context of a tool's call, at %s", title(f), j.c.Position(r.call.Pos()))
	}
	caller.callees = append(caller.callees, f)
	return nil
}

// root wraps a handler where it becomes a value.
//
//	s.AddTool(tool, e.move)         s.AddTool(tool, handles.StatefulHandler(handles.Anyone, e.move))
func (j *job) root(f *fn, e ast.Expr, path []ast.Node, t types.Type) error {
	sig, ok := types.Unalias(t).Underlying().(*types.Signature)
	if !ok {
		return edit.Refuse("what calls %s is not known, at %s", title(f), j.c.Position(e.Pos()))
	}
	wrapper, at := j.wrapper(sig), e
	if wrapper == "" && len(path) > 1 {
		// mcp.NewTypedToolHandler(e.move)
		if call, ok := path[1].(*ast.CallExpr); ok && slices.Contains(call.Args, e) {
			if outer, ok := types.Unalias(f.Info.TypeOf(call)).Underlying().(*types.Signature); ok {
				wrapper, at = j.wrapper(outer), call
			}
		}
	}
	if wrapper == "" {
		return j.byValue(f, e, path, sig)
	}
	if !slices.Contains(j.roots, f) {
		j.roots = append(j.roots, f)
	}
	s, err := j.c.Place(at.Pos())
	if err != nil {
		return err
	}
	if s.Stored(at) != at {
		return nil // for another map
	}
	q, err := j.qualifier(s, wrapper)
	if err != nil {
		return err
	}
	callers := "Anyone"
	if j.c.Authenticates(s.Types) {
		callers = "Verified"
		j.asks = j.asks || wrapper == "StatefulHandler"
	}
	j.add(edit.Insert(at.Pos(), q+wrapper+"("+q+callers+", "), edit.Insert(at.End(), ")"))
	return nil
}

// title is what messages call a function.
func title(f *fn) string {
	if f.obj != nil {
		return f.obj.Name()
	}
	return "the function"
}

// wrapper is the function of the scaffolded package that wraps a handler, by the
// SDK of its request, "" if there is none.
func (j *job) wrapper(sig *types.Signature) string {
	p, r := sig.Params(), sig.Results()
	if sig.Variadic() || p.Len() < 2 || r.Len() < 2 || !isContext(p.At(0).Type()) || types.TypeString(r.At(r.Len()-1).Type(), nil) != "error" {
		return ""
	}
	req, pointer := p.At(1).Type(), false
	if ptr, ok := types.Unalias(req).(*types.Pointer); ok {
		req, pointer = ptr.Elem(), true
	}
	n, ok := types.Unalias(req).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !strings.HasSuffix(n.Obj().Name(), "Request") && !strings.HasPrefix(n.Obj().Name(), "ServerRequest") {
		return ""
	}
	if h := j.handles(); h != nil && !slices.Contains(h.Imports(), n.Obj().Pkg()) {
		return "" // of an SDK that the package does not know; without the package, compiling it tells
	}
	switch {
	case p.Len() == 2 && r.Len() == 2 && pointer:
		return "StatefulRequest"
	case p.Len() == 3 && r.Len() == 3 && pointer:
		return "Stateful"
	case p.Len() == 2 && r.Len() == 2:
		return "StatefulHandler"
	}
	return ""
}
