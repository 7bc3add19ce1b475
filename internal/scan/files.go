package scan

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
)

// fileCalls are the functions of the standard library that write or read a file, with the argument that names it.
var fileCalls = map[string]struct {
	arg   int
	write bool
}{
	"os.WriteFile": {0, true}, "os.Create": {0, true}, "os.CreateTemp": {0, true}, "os.MkdirTemp": {0, true}, "os.Rename": {1, true},
	"io/ioutil.WriteFile": {0, true}, "io/ioutil.TempFile": {0, true}, "io/ioutil.TempDir": {0, true},
	"os.ReadFile": {0, false}, "os.Open": {0, false}, "os.ReadDir": {0, false}, "io/ioutil.ReadFile": {0, false}, "io/ioutil.ReadDir": {0, false},
	"net/http.ServeFile": {2, false}, "path/filepath.Glob": {0, false}, "path/filepath.WalkDir": {0, false},
}

// filePlace is a call that writes or reads a file below some place that does not depend on the call: a field, a variable, a constant, the
// folder for temporary files.
type filePlace struct {
	key   string // of the place: two calls with one key are about the same files
	path  string // of the place as far as it is known
	write bool
	use   rule.Use
}

// files finds them in the packages whose bodies were read. It must run before the syntax is dropped.
func (ld *loaded) files() []filePlace {
	var out []filePlace
	for _, p := range ld.pkgs {
		if !p.own || p.info == nil || p.ForTest != "" {
			continue
		}
		r := &placeReader{ld: ld, p: p, decls: map[types.Object]*ast.FuncDecl{}}
		for _, f := range p.files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					r.decls[p.info.Defs[fn.Name]] = fn
				}
			}
		}
		for _, f := range p.files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					out = append(out, r.in(fn)...)
				}
			}
		}
	}
	return out
}

// placeReader finds out where the files of one package lie.
type placeReader struct {
	ld    *loaded
	p     *pkg
	decls map[types.Object]*ast.FuncDecl
	lits  []*ast.FuncLit // around the call that is looked at
}

func (r *placeReader) in(fn *ast.FuncDecl) []filePlace {
	var out []filePlace
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			r.lits = append(r.lits, lit)
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name := r.ld.qualified(r.p, sel)
		c, ok := fileCalls[name]
		if name == "os.OpenFile" && len(call.Args) > 1 {
			c.write, ok = strings.Contains(types.ExprString(call.Args[1]), "O_CREATE"), true
		}
		if !ok || c.arg >= len(call.Args) {
			return true
		}
		key, known := r.place(call.Args[c.arg], fn, 0)
		if key == "" {
			return true
		}
		at := r.ld.fset.Position(call.Pos())
		out = append(out, filePlace{key: key, path: known, write: c.write, use: rule.Use{
			Kind: rule.Files, Package: plainPath(r.p.ImportPath), Function: funcName(r.p, fn),
			File: r.ld.rel(at.Filename), Line: at.Line, Col: at.Column,
		}})
		return true
	})
	r.lits = nil
	return out
}

// lasts reports whether a variable outlives one call of the code at a place: it is the package's, the receiver, or captured by the function
// literal around.
func (r *placeReader) lasts(v *types.Var, fn *ast.FuncDecl, at token.Pos) bool {
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return true
	}
	if fn.Recv != nil && len(fn.Recv.List) == 1 && len(fn.Recv.List[0].Names) == 1 && r.p.info.Defs[fn.Recv.List[0].Names[0]] == v {
		return true
	}
	var inner *ast.FuncLit
	for _, lit := range r.lits { // outer ones come first
		if lit.Pos() <= at && at < lit.End() {
			inner = lit
		}
	}
	return inner != nil && (v.Pos() < inner.Pos() || v.Pos() >= inner.End())
}

// maxPlaces is how many assignments and helpers are followed to find out where a file lies.
const maxPlaces = 8

// place is a key for where the file of an expression lies, and its path as far as it is known. Both are empty where the caller says it.
func (r *placeReader) place(x ast.Expr, fn *ast.FuncDecl, depth int) (key, known string) {
	if depth > maxPlaces {
		return "", ""
	}
	if tv := r.p.info.Types[x]; tv.Value != nil && tv.Value.Kind() == constant.String {
		if s := constant.StringVal(tv.Value); strings.ContainsAny(s, "/.") {
			return "constant " + path.Clean(s), path.Clean(s)
		}
		return "", ""
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return r.place(x.X, fn, depth)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return r.place(x.X, fn, depth+1)
		}
	case *ast.SelectorExpr:
		v, ok := r.p.info.Uses[x.Sel].(*types.Var)
		if !ok || v.IsField() && !r.fieldLasts(x, fn) {
			return "", ""
		}
		return r.object(v), ""
	case *ast.Ident:
		return r.variable(x, fn, depth)
	case *ast.CallExpr:
		return r.call(x, fn, depth)
	}
	return "", ""
}

// fieldLasts reports whether a field belongs to something that outlives the call.
func (r *placeReader) fieldLasts(x ast.Expr, fn *ast.FuncDecl) bool {
	for {
		switch y := x.(type) {
		case *ast.SelectorExpr:
			if v, ok := r.p.info.Uses[y.Sel].(*types.Var); ok && !v.IsField() {
				return true // a variable of another package
			}
			x = y.X
		case *ast.ParenExpr:
			x = y.X
		case *ast.StarExpr:
			x = y.X
		case *ast.Ident:
			v, ok := r.p.info.Uses[y].(*types.Var)
			return ok && r.lasts(v, fn, y.Pos())
		default:
			return false
		}
	}
}

// object is a key for a field or a variable: where it is declared.
func (r *placeReader) object(o types.Object) string {
	return o.Name() + " at " + r.ld.fset.Position(o.Pos()).String()
}

// variable follows a variable of a package, or one of a function to its only assignment.
func (r *placeReader) variable(x *ast.Ident, fn *ast.FuncDecl, depth int) (key, known string) {
	v, ok := r.p.info.Uses[x].(*types.Var)
	if !ok {
		return "", ""
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return r.object(v), ""
	}
	var values []ast.Expr
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for i, l := range a.Lhs {
				id, ok := l.(*ast.Ident)
				if !ok || r.p.info.Defs[id] != v && r.p.info.Uses[id] != v {
					continue
				}
				if len(a.Lhs) == len(a.Rhs) {
					values = append(values, a.Rhs[i])
				} else {
					values = append(values, a.Rhs[0])
				}
			}
		}
		return true
	})
	switch {
	case len(values) == 1:
		return r.place(values[0], fn, depth+1)
	case len(values) == 0 && r.lasts(v, fn, x.Pos()):
		return r.object(v), ""
	}
	return "", ""
}

func (r *placeReader) call(x *ast.CallExpr, fn *ast.FuncDecl, depth int) (key, known string) {
	var o types.Object
	switch f := x.Fun.(type) {
	case *ast.Ident:
		o = r.p.info.Uses[f]
	case *ast.SelectorExpr:
		o = r.p.info.Uses[f.Sel]
		switch r.ld.qualified(r.p, f) {
		case "os.TempDir":
			return "temporary", "/tmp"
		case "path/filepath.Join", "path.Join":
			return r.join(x.Args, fn, depth)
		case "path/filepath.Clean", "path/filepath.Abs", "path/filepath.Dir", "path.Clean", "path.Dir", "os.ExpandEnv":
			if len(x.Args) == 1 {
				return r.place(x.Args[0], fn, depth+1)
			}
		case "fmt.Sprintf":
			if format := r.p.info.Types[x.Args[0]]; format.Value != nil && format.Value.Kind() == constant.String {
				s := constant.StringVal(format.Value)
				if strings.HasPrefix(s, "%s") && len(x.Args) > 1 {
					return r.place(x.Args[1], fn, depth+1)
				}
				if head, _, _ := strings.Cut(s, "%"); strings.HasPrefix(head, "/") || strings.HasPrefix(head, "./") {
					return "constant " + path.Dir(head+"x"), path.Dir(head + "x")
				}
			}
		}
	}
	// A helper of the package that makes the path.
	if d := r.decls[o]; d != nil {
		var results []ast.Expr
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
				if tv := r.p.info.Types[ret.Results[0]]; tv.Value == nil || constant.StringVal(tv.Value) != "" {
					results = append(results, ret.Results[0])
				}
			}
			_, lit := n.(*ast.FuncLit)
			return !lit
		})
		if len(results) == 1 {
			return r.place(results[0], d, depth+1)
		}
	}
	return "", ""
}

// join is the place of a joined path: that of its first part, with the constants that follow.
func (r *placeReader) join(args []ast.Expr, fn *ast.FuncDecl, depth int) (key, known string) {
	if len(args) == 0 {
		return "", ""
	}
	key, known = r.place(args[0], fn, depth+1)
	if key == "" {
		return "", ""
	}
	for _, a := range args[1:] {
		tv := r.p.info.Types[a]
		if tv.Value == nil || tv.Value.Kind() != constant.String {
			break
		}
		key = path.Join(key, constant.StringVal(tv.Value))
		if known != "" {
			known = path.Join(known, constant.StringVal(tv.Value))
		}
	}
	return key, known
}

// kept are the places where one request writes a file that another one reads: there is a request that reads it and does not write it itself.
// Roots of one name may be one request's, such as the handlers around another.
func kept(places []filePlace, judged *engine.Result) []rule.Use {
	var out []rule.Use
	for _, w := range places {
		if !w.write || w.key == "temporary" || slices.ContainsFunc(out, func(u rule.Use) bool { return u.What == w.key }) {
			continue
		}
		writers := judged.RootsAt(w.use.File, w.use.Line)
		if len(writers) == 0 {
			continue
		}
		for _, rd := range places {
			if rd.write || !below(rd.key, w.key) {
				continue
			}
			var reader string
			for _, x := range judged.RootsAt(rd.use.File, rd.use.Line) {
				if !slices.ContainsFunc(writers, func(w engine.Root) bool { return w.Name == x.Name }) {
					reader = x.Name
				}
			}
			if reader == "" {
				continue
			}
			u := w.use
			u.What, u.Path = w.key, w.path
			u.Reader = &rule.Variable{Name: reader, Package: rd.use.Package, File: rd.use.File, Line: rd.use.Line, Col: rd.use.Col}
			u.By = writers[0].Name
			out = append(out, u)
			break
		}
	}
	for i := range out {
		out[i].What = "files"
	}
	return out
}

// below reports whether one of two places holds the other.
func below(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/") && a != "temporary"
}
