package tomap

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// withoutCall gives a function that serves nobody the map in memory: a
// demonstration, say. Whether it is one is decided when all handlers are known.
func (j *job) withoutCall(f *fn) error {
	f.ctx = f.Fresh("ctx")
	j.mains = append(j.mains, f)
	q, err := j.qualifier(f.Spot)
	if err != nil {
		return err
	}
	ctx, err := j.importContext(f.Spot)
	if err != nil {
		return err
	}
	j.add(edit.Insert(f.body.Lbrace+1, "\n\t"+f.ctx+" := "+q+"InMemory("+ctx+"Background()) // serves no calls"))
	return nil
}

// starts refuses programs that serve calls and use the map outside of them, as
// when it is filled before the server starts.
func (j *job) starts() error {
	for _, f := range j.mains {
		if f.obj.Name() != "main" && f.obj.Name() != "init" {
			continue // nobody calls it
		}
		for _, r := range j.roots {
			if edit.Reaches(f.Types, r.Types) {
				return edit.Refuse("%s is used before the server starts or beside it, in %s at %s, where no call is known", j.obj.Name(), f.obj.Name(), j.c.Position(f.node.Pos()))
			}
		}
	}
	if len(j.roots) == 0 {
		return edit.Refuse("no handler of a tool that uses it is known")
	}
	return nil
}

// alone refuses a map that holds what other memory holds, too, or what goes on in
// the background: a call would change a copy that these do not see.
func (j *job) alone() error {
	if st := j.state(); st != nil {
		for _, o := range j.c.View.SharedWith(st.State) {
			if o.Pkg.Handles || o.Pos == st.Pos {
				continue
			}
			return edit.Refuse("%s holds a part of its entries as well", o.Object)
		}
	}
	held := j.held()
	for _, pkg := range j.c.Packages {
		for _, f := range pkg.Files {
			var err error
			parents(f, func(n ast.Node, up []ast.Node) {
				if err != nil {
					return
				}
				switch n := n.(type) {
				case *ast.GoStmt:
					if lit, ok := n.Call.Fun.(*ast.FuncLit); ok && j.swept[lit] != nil {
						return
					}
					if id := j.mentions(pkg.Info, n, held); id != nil {
						err = edit.Refuse("%s is used by a goroutine of its own, at %s", id.Name, j.c.Position(n.Pos()))
					}
				case *ast.FuncLit:
					if id := j.captures(pkg.Info, n, held); id != nil && !j.passing(pkg, up[len(up)-1], n) {
						err = edit.Refuse("%s is kept by a function, at %s", id.Name, j.c.Position(n.Pos()))
					}
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return j.waits()
}

// held are the named types of the module that entries reach through a pointer.
func (j *job) held() map[*types.TypeName]bool {
	out := map[*types.TypeName]bool{}
	var walk func(t types.Type, pointer bool, depth int)
	walk = func(t types.Type, pointer bool, depth int) {
		if depth > 12 {
			return
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && pointer && n.Obj().Pkg() != nil {
			out[n.Obj()] = true
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			walk(u.Elem(), true, depth+1)
		case *types.Slice:
			walk(u.Elem(), false, depth+1)
		case *types.Array:
			walk(u.Elem(), false, depth+1)
		case *types.Map:
			walk(u.Elem(), false, depth+1)
		case *types.Struct:
			for i := range u.NumFields() {
				walk(u.Field(i).Type(), false, depth+1)
			}
		}
	}
	walk(j.elem, false, 0)
	return out
}

// pointsTo reports whether a value of a type is a pointer to one of the types, or
// a container of such.
func pointsTo(t types.Type, held map[*types.TypeName]bool, depth int) bool {
	if t == nil || depth > 4 {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		n, ok := types.Unalias(u.Elem()).(*types.Named)
		return ok && held[n.Obj()]
	case *types.Slice:
		return pointsTo(u.Elem(), held, depth+1)
	case *types.Map:
		return pointsTo(u.Elem(), held, depth+1)
	case *types.Chan:
		return pointsTo(u.Elem(), held, depth+1)
	}
	return false
}

// mentions finds a variable below a node that leads to an entry, other than the
// map.
func (j *job) mentions(info *types.Info, n ast.Node, held map[*types.TypeName]bool) (found *ast.Ident) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && found == nil {
			if v, ok := info.ObjectOf(id).(*types.Var); ok && v != j.obj && pointsTo(v.Type(), held, 0) {
				found = id
			}
		}
		return found == nil
	})
	return found
}

// captures finds a variable that leads to an entry, other than the map, and that a
// function takes from the one around it.
func (j *job) captures(info *types.Info, lit *ast.FuncLit, held map[*types.TypeName]bool) (found *ast.Ident) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && found == nil {
			if v, ok := info.Uses[id].(*types.Var); ok && v != j.obj && !v.IsField() && !within(v.Pos(), lit) && pointsTo(v.Type(), held, 0) {
				found = id
			}
		}
		return found == nil
	})
	return found
}

// passing reports whether a function is only called, or given to one that is
// known not to keep it: of the module, or of packages that sort and search.
func (j *job) passing(pkg *edit.Package, parent ast.Node, lit *ast.FuncLit) bool {
	call, ok := parent.(*ast.CallExpr)
	if !ok {
		return false
	}
	if call.Fun == ast.Expr(lit) {
		return true
	}
	fn := (&edit.Spot{Package: pkg}).Callee(call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if slices.ContainsFunc(j.c.Packages, func(p *edit.Package) bool { return p.Types == fn.Pkg() }) {
		return true
	}
	return slices.Contains([]string{"slices", "sort", "maps", "strings", "sync"}, fn.Pkg().Path())
}

// waits refuses functions on the way to the map that wait for a change of another
// call: they would look at their own copy again and again.
func (j *job) waits() error {
	for _, f := range j.funcs {
		var err error
		parents(f.body, func(n ast.Node, up []ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok || err != nil {
				return
			}
			fn := f.Callee(call)
			if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" || fn.Name() != "Sleep" && fn.Name() != "After" && fn.Name() != "NewTicker" && fn.Name() != "Tick" {
				return
			}
			for _, n := range up {
				switch n.(type) {
				case *ast.ForStmt, *ast.RangeStmt:
					err = edit.Refuse("%s waits in a loop, at %s: what it waits for may be the change of another call", title(f), j.c.Position(call.Pos()))
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// once refuses a map of which a program may have several: in the store they would
// be one.
func (j *job) once() error {
	if !j.obj.IsField() && j.obj.Parent() == j.decl.Types.Scope() {
		return nil
	}
	total := map[string]int{}
	for _, m := range j.makers() {
		for program, n := range j.runs(m, m.Nodes, map[ast.Node]bool{}) {
			total[program] += n
		}
	}
	if len(total) == 0 {
		return edit.Refuse("where it is made is not known")
	}
	for program, n := range total {
		if program != "" {
			n += total[""]
		}
		if n > 1 {
			return edit.Refuse("it is made at several places, or several times: all of them would become one")
		}
	}
	return nil
}

// makers are the places that make what holds the map.
func (j *job) makers() (out []ref) {
	for _, pkg := range j.c.Packages {
		for _, f := range pkg.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok || !j.makes(pkg, e) {
					return true
				}
				if s, err := j.c.Place(e.Pos()); err == nil {
					out = append(out, ref{Mention: &edit.Mention{Spot: s, Expr: e, Nodes: s.Spotted(e)}})
				}
				return true
			})
		}
	}
	if !j.obj.IsField() {
		out = append(out, ref{Mention: &edit.Mention{Spot: j.decl, Nodes: j.decl.Path}})
	}
	return out
}

// makes reports whether an expression makes a struct with the map in it.
func (j *job) makes(pkg *edit.Package, e ast.Expr) bool {
	if !j.obj.IsField() {
		return false
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return holds(pkg.Info.TypeOf(e), j.obj)
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && pkg.Info.Uses[id] == types.Universe.Lookup("new") && holds(pkg.Info.TypeOf(e.Args[0]), j.obj)
	}
	return false
}

// holds reports whether a value of a type holds a field, itself or in a struct
// that is a part of it.
func holds(t types.Type, field *types.Var) bool {
	if t == nil {
		return false
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Origin() == field || holds(st.Field(i).Type(), field) {
			return true
		}
	}
	return false
}

// runs counts how often a place is reached while a program starts, by program; ""
// is any program. Two stands for more than once.
func (j *job) runs(s ref, path []ast.Node, above map[ast.Node]bool) map[string]int {
	many := map[string]int{"": 2}
	factor := 1
	for _, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.GoStmt:
			factor = 2
		case *ast.FuncLit:
			if j.perRequest(s.Info, n.Type) {
				return many
			}
		case *ast.FuncDecl:
			return j.times(s, n, factor, above)
		}
	}
	return map[string]int{"": factor} // of a variable of the package
}

func (j *job) times(s ref, fd *ast.FuncDecl, factor int, above map[ast.Node]bool) map[string]int {
	if fd.Recv == nil && fd.Name.Name == "main" && s.Types.Name() == "main" {
		return map[string]int{s.PkgPath(): factor}
	}
	if fd.Recv == nil && fd.Name.Name == "init" {
		return map[string]int{"": factor}
	}
	fn, _ := s.Info.Defs[fd.Name].(*types.Func)
	if fn == nil || above[fd] || j.perRequest(s.Info, fd.Type) {
		return map[string]int{"": 2}
	}
	above[fd] = true
	defer delete(above, fd)
	refs, err := j.references(fn)
	if err != nil {
		return map[string]int{"": 2}
	}
	out := map[string]int{}
	for _, r := range refs {
		if j.test(r.Spot) {
			continue
		}
		for program, n := range j.runs(r, r.Nodes, above) {
			out[program] = min(2, out[program]+n*factor)
		}
	}
	return out
}

// perRequest reports whether a function has the look of one that requests call.
func (j *job) perRequest(info *types.Info, t *ast.FuncType) bool {
	for _, f := range t.Params.List {
		typ := info.TypeOf(f.Type)
		if typ == nil {
			continue
		}
		if ptr, ok := types.Unalias(typ).(*types.Pointer); ok {
			typ = ptr.Elem()
		}
		if n, ok := types.Unalias(typ).(*types.Named); ok {
			switch n.Obj().Name() {
			case "Request", "CallToolRequest", "ServerSession", "ClientSession", "ResponseWriter":
				return true
			}
		}
	}
	return false
}
