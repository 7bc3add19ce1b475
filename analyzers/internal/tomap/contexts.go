package tomap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// fn is a function through which the context of a call comes to the map.
type fn struct {
	*edit.Spot
	node    ast.Node // a declaration or a literal
	typ     *ast.FuncType
	body    *ast.BlockStmt
	obj     *types.Func // nil for a literal
	ctx     string      // what it calls its context
	param   *types.Var  // the parameter that holds it; nil if the rewrite adds one
	writes  bool        // it changes the map
	callees []*fn
}

// stores reports whether a function changes the map, or one that it calls.
func (f *fn) stores() bool { return f.storing(map[*fn]bool{}) }

func (f *fn) storing(seen map[*fn]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return f.writes || slices.ContainsFunc(f.callees, func(c *fn) bool { return c.storing(seen) })
}

// context is the function that a place gets its context from: the innermost one
// around it with such a parameter, or else the declared one, which gets a
// parameter. The nodes of the path are those around the place, innermost first.
func (j *job) context(s *edit.Spot, path []ast.Node, at token.Pos) (*fn, error) {
	if f := j.inTest(s); f != nil {
		return f, nil
	}
	for i, n := range path {
		switch n := n.(type) {
		case *ast.GoStmt:
			return nil, edit.Refuse("%s is used in a goroutine of its own, at %s, which the call does not wait for", j.obj.Name(), j.c.Position(at))
		case *ast.FuncLit:
			if p := contextParam(s.Info, n.Type); p != nil {
				return j.given(s, n, n.Type, n.Body, nil, p, at)
			}
			if err := j.runsAtOnce(s, path[i:]); err != nil {
				return nil, err
			}
		case *ast.FuncDecl:
			fn, _ := s.Info.Defs[n.Name].(*types.Func)
			if fn == nil || n.Body == nil {
				return nil, edit.Refuse("the function at %s has no body", j.c.Position(n.Pos()))
			}
			if p := contextParam(s.Info, n.Type); p != nil {
				return j.given(s, n, n.Type, n.Body, fn, p, at)
			}
			return j.added(s, n, fn)
		}
	}
	return nil, edit.Refuse("%s is used outside the handlers of tools, at %s, where no call is known", j.obj.Name(), j.c.Position(at))
}

// contextParam is the parameter of a function that is a context.
func contextParam(info *types.Info, t *ast.FuncType) *ast.Ident {
	for _, f := range t.Params.List {
		if typ := info.TypeOf(f.Type); typ != nil && isContext(typ) && len(f.Names) == 1 {
			return f.Names[0]
		}
	}
	return nil
}

func isContext(t types.Type) bool { return types.TypeString(t, nil) == "context.Context" }

// given is a function that has a context. What the place calls so must be that
// one, or one that was made from it.
func (j *job) given(s *edit.Spot, node ast.Node, typ *ast.FuncType, body *ast.BlockStmt, obj *types.Func, id *ast.Ident, at token.Pos) (*fn, error) {
	f := j.funcs[node]
	if f == nil {
		place, err := j.c.Place(body.Lbrace)
		if err != nil {
			return nil, err
		}
		param, _ := s.Info.Defs[id].(*types.Var)
		f = &fn{Spot: place, node: node, typ: typ, body: body, obj: obj, ctx: id.Name, param: param}
		if id.Name == "_" {
			if place.Lookup("ctx") != nil || named(body, "ctx") {
				return nil, edit.Refuse("the context at %s has no name, and ctx means something else", j.c.Position(id.Pos()))
			}
			f.ctx = "ctx"
			j.add(edit.Replace(id, "ctx"))
		}
		j.funcs[node] = f
		j.queue = append(j.queue, f)
	}
	if id.Name == "_" {
		return f, nil
	}
	where, err := j.c.Place(at)
	if err != nil {
		return nil, err
	}
	if v := where.Lookup(f.ctx); v != types.Object(f.param) && !j.derived(where, v, f.param, 0) {
		return nil, edit.Refuse("%s is not the context of the call, at %s", f.ctx, j.c.Position(at))
	}
	return f, nil
}

// derived reports whether a variable holds a context that was made from another
// one: by the package context or by a function that is given it first.
func (j *job) derived(s *edit.Spot, v types.Object, from *types.Var, depth int) bool {
	if v == nil || depth > 4 {
		return false
	}
	local, ok := v.(*types.Var)
	if !ok || !isContext(local.Type()) || local.IsField() || local.Parent() == s.Types.Scope() {
		return false
	}
	found, all := false, true
	ast.Inspect(s.File, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, l := range a.Lhs {
			id, ok := l.(*ast.Ident)
			if !ok || s.Info.ObjectOf(id) != types.Object(local) {
				continue
			}
			rhs := a.Rhs[0]
			if len(a.Lhs) == len(a.Rhs) {
				rhs = a.Rhs[i]
			}
			call, ok := ast.Unparen(rhs).(*ast.CallExpr)
			found = true
			if !ok || len(call.Args) == 0 {
				all = false
				continue
			}
			arg, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
			if !ok {
				all = false
				continue
			}
			src := s.Info.ObjectOf(arg)
			all = all && (src == types.Object(from) || src == types.Object(local) || j.derived(s, src, from, depth+1))
		}
		return true
	})
	return found && all
}

// runsAtOnce refuses a function without a context of its own that may run after
// the function around it has returned.
func (j *job) runsAtOnce(s *edit.Spot, path []ast.Node) error {
	if len(path) > 1 {
		if call, ok := path[1].(*ast.CallExpr); ok {
			if call.Fun == path[0] {
				return nil // func() { … }(), also deferred; go is looked for by the caller
			}
			if fn := s.Callee(call); fn != nil && fn.Pkg() != nil {
				switch fn.Pkg().Path() {
				case "slices", "sort", "maps", "strings":
					return nil
				case "sync":
					if fn.Name() == "Do" || fn.Name() == "Range" {
						return nil
					}
				}
			}
		}
	}
	return edit.Refuse("%s is used in a function that may run later, at %s", j.obj.Name(), j.c.Position(path[0].Pos()))
}

// added is a function that gets a context.
//
//	func (e *Engine) Game(id string) *Game        func (e *Engine) Game(ctx context.Context, id string) *Game
func (j *job) added(s *edit.Spot, fd *ast.FuncDecl, obj *types.Func) (*fn, error) {
	if f := j.funcs[fd]; f != nil {
		if f.ctx == "" {
			return nil, edit.Refuse("the parameters of %s have no names, at %s", obj.Name(), j.c.Position(fd.Pos()))
		}
		return f, nil
	}
	place, err := j.c.Place(fd.Body.Lbrace)
	if err != nil {
		return nil, err
	}
	f := &fn{Spot: place, node: fd, typ: fd.Type, body: fd.Body, obj: obj}
	j.funcs[fd] = f
	if refs, err := j.references(obj); err != nil {
		return nil, err
	} else if own := obj.Name() == "main" || obj.Name() == "init"; own && fd.Recv == nil || len(refs) == 0 && !j.mentioned(s, fd.Body) {
		return f, j.withoutCall(f)
	}
	if err := j.widen(f); err != nil {
		return nil, err
	}
	if f.ctx == "" {
		return nil, edit.Refuse("the parameters of %s have no names, at %s", obj.Name(), j.c.Position(fd.Pos()))
	}
	return f, j.siblings(obj)
}

// widen adds the parameter to the declaration of a function.
func (j *job) widen(f *fn) error {
	if err := j.changeable(f); err != nil {
		return err
	}
	fd := f.node.(*ast.FuncDecl)
	name := ""
	for _, n := range []string{"ctx", "callCtx"} {
		if f.Lookup(n) == nil && !named(fd.Type, n) && !named(fd.Body, n) && (fd.Recv == nil || !named(fd.Recv, n)) {
			name = n
			break
		}
	}
	if name == "" {
		return edit.Refuse("ctx means something else in %s, at %s", f.obj.Name(), j.c.Position(fd.Pos()))
	}
	if !nameless(fd.Type) { // otherwise it uses none of them
		f.ctx = name
	}
	if err := j.parameter(f.Spot, fd.Type, name); err != nil {
		return err
	}
	if f.obj.Exported() {
		j.api = append(j.api, f.obj.Name())
	}
	j.queue = append(j.queue, f)
	return nil
}

// parameter adds the parameter to the type of a function.
func (j *job) parameter(s *edit.Spot, t *ast.FuncType, name string) error {
	q, err := j.importContext(s)
	if err != nil {
		return err
	}
	text := name + " " + q + "Context"
	if nameless(t) {
		text = q + "Context"
	}
	if len(t.Params.List) > 0 {
		text += ", "
	}
	j.add(edit.Insert(t.Params.Opening+1, text))
	return nil
}

// nameless reports whether a function has parameters without names.
func nameless(t *ast.FuncType) bool {
	return len(t.Params.List) > 0 && len(t.Params.List[0].Names) == 0
}

func (j *job) importContext(s *edit.Spot) (string, error) {
	q, imp, err := s.Import("context", "context")
	if err != nil {
		return "", err
	}
	if imp != nil {
		j.fix.Add(*imp)
	}
	return q, nil
}

// named reports whether a name is used below a node, other than as a field or
// method.
func named(n ast.Node, name string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || named(n.X, name)
			return false
		case *ast.Ident:
			found = found || n.Name == name
		}
		return !found
	})
	return found
}

// wellKnown are methods that packages call through interfaces of their own.
var wellKnown = []string{"String", "Error", "ServeHTTP", "Read", "Write", "Close", "Len", "Less", "Swap", "Format", "GoString", "Unwrap", "Is", "As",
	"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText"}

// changeable refuses a function that others reach in ways that are not seen here.
func (j *job) changeable(f *fn) error {
	sig := f.obj.Signature()
	at := j.c.Position(f.node.Pos())
	if sig.Recv() == nil {
		return nil
	}
	if slices.Contains(wellKnown, f.obj.Name()) {
		return edit.Refuse("%s may be called through an interface, at %s", f.obj.Name(), at)
	}
	return nil
}

// body finds the declaration of a function of the module.
func (j *job) body(obj *types.Func) (*edit.Spot, *ast.FuncDecl) {
	s, err := j.c.Place(obj.Pos())
	if err != nil {
		return nil, nil
	}
	for _, d := range s.File.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Pos() == obj.Pos() {
			return s, fd
		}
	}
	return nil, nil
}

// public refuses to change functions that other modules can call, in a module that
// is there to be used so: one without a program.
func (j *job) public() error {
	for _, f := range j.funcs {
		if f.param != nil || f.obj == nil || f.ctx == "" || !j.c.Public(f.Package, f.obj) {
			continue
		}
		return edit.Refuse("%s would take a context, and other modules may call it: move package %s below internal first", f.obj.Name(), f.Types.Name())
	}
	return nil
}

// outside refuses a map that others reach in ways that are not seen here: other
// modules, or what writes the struct that holds it as JSON.
func (j *job) outside() error {
	if !j.obj.Exported() {
		return nil
	}
	if j.c.Library(j.decl.Package) {
		return edit.Refuse("it is exported: other modules may use it")
	}
	if !j.obj.IsField() {
		return nil
	}
	owner, err := j.owner()
	if err != nil {
		return err
	}
	return j.shown(map[*types.TypeName]bool{owner: true}, "it is exported, and a %s")
}
