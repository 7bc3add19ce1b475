package tomap

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// sweeper is the function around a use that does nothing but remove old entries,
// beside all calls; nil if there is none. What is in the store ends with its time,
// so that it finds none of these, and goes on for what else it looks after.
//
//	go func() {                             go func() {
//	                                        	ctx := handles.InMemory(context.Background()) // entries end with their time
//		for range tick.C {                  	for range tick.C {
//			for id, g := range s.games {    		for id, g := range s.games.In(ctx).All() {
func (j *job) sweeper(u *use) (*fn, error) {
	if j.test(u.Spot) {
		return nil, nil
	}
	var node ast.Node
	var body *ast.BlockStmt
	for i, n := range u.Nodes {
		switch n := n.(type) {
		case *ast.FuncLit:
			if i+2 < len(u.Nodes) && inGo(u.Nodes[i:]) {
				node, body = n, n.Body
			}
		case *ast.FuncDecl:
			if fn, ok := u.Info.Defs[n.Name].(*types.Func); ok && node == nil && n.Body != nil && j.background(fn, 0) {
				node, body = n, n.Body
			}
		}
		if node != nil {
			break
		}
	}
	if node == nil {
		return nil, nil
	}
	if f, seen := j.swept[node]; seen {
		return f, nil
	}
	j.swept[node] = nil
	if !j.removes(body) {
		return nil, nil
	}
	s, err := j.c.Place(body.Lbrace)
	if err != nil {
		return nil, err
	}
	q, err := j.qualifier(s)
	if err != nil {
		return nil, err
	}
	ctx, err := j.importContext(s)
	if err != nil {
		return nil, err
	}
	f := &fn{Spot: s, node: node, body: body, ctx: "ctx"}
	if s.Lookup("ctx") != nil || named(body, "ctx") {
		f.ctx = s.Fresh("ctx")
	}
	j.swept[node] = f
	j.add(edit.Insert(body.Lbrace+1, "\n\t"+f.ctx+" := "+q+"InMemory("+ctx+"Background()) // entries end with their time"))
	return f, nil
}

// inGo reports whether the first node of a path is the function of a go statement.
func inGo(path []ast.Node) bool {
	call, ok := path[1].(*ast.CallExpr)
	if !ok || call.Fun != path[0] {
		return false
	}
	_, ok = path[2].(*ast.GoStmt)
	return ok
}

// background reports whether a function runs in goroutines of its own and nowhere
// else.
func (j *job) background(fn *types.Func, depth int) bool {
	refs, err := j.references(fn)
	if err != nil || depth > 3 {
		return false
	}
	n := 0
	for _, r := range refs {
		if j.test(r.Spot) {
			continue
		}
		if n++; r.call == nil {
			return false
		}
		if !j.besides(r, depth) {
			return false
		}
	}
	return n > 0
}

// besides reports whether a call happens in a goroutine of its own.
func (j *job) besides(r ref, depth int) bool {
	for i, n := range r.Nodes {
		switch n := n.(type) {
		case *ast.GoStmt:
			return true
		case *ast.FuncLit:
			if i+2 >= len(r.Nodes) || !inGo(r.Nodes[i:]) {
				return false
			}
		case *ast.FuncDecl:
			fn, ok := r.Info.Defs[n.Name].(*types.Func)
			return ok && j.background(fn, depth+1)
		}
	}
	return false
}

// byAge reports whether a loop looks at times.
func byAge(s *edit.Spot, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		if fn := s.Callee(call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" {
			found = found || slices.Contains([]string{"Since", "Until", "Now", "Sub", "After", "Before", "Compare"}, fn.Name())
		}
		return !found
	})
	return found
}

// removes reports whether a function does nothing with the map but look for old
// entries to remove.
func (j *job) removes(body *ast.BlockStmt) bool {
	removed := false
	for _, u := range j.used {
		if !within(u.Expr.Pos(), body) {
			continue
		}
		if method, call := j.method(u); method == "Range" {
			if lit, ok := ast.Unparen(call.Args[0]).(*ast.FuncLit); !ok || !byAge(u.Spot, lit.Body) {
				return false
			}
			continue
		}
		if loop, ok := u.Nodes[1].(*ast.RangeStmt); ok && loop.X == u.Expr {
			if !byAge(u.Spot, loop.Body) {
				return false
			}
			continue
		}
		l := j.operation(u)
		if l == nil || l.does&sets != 0 {
			return false
		}
		removed = removed || l.does&ends != 0
	}
	return removed
}
