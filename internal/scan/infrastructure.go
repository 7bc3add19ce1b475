package scan

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
)

// infrastructure lists what code of some libraries says about the deployment: functions that open a store which one process at a time can
// have, or that lock a file, and constants that pin requests. The key is import path and name; versions of a module are left out.
var infrastructure = map[string]rule.Use{
	"go.etcd.io/bbolt.Open":                        {Kind: rule.Store, What: "a bbolt file, which one process at a time can open"},
	"github.com/boltdb/bolt.Open":                  {Kind: rule.Store, What: "a Bolt file, which one process at a time can open"},
	"github.com/dgraph-io/badger.Open":             {Kind: rule.Store, What: "a Badger directory, which one process at a time can open"},
	"github.com/syndtr/goleveldb/leveldb.OpenFile": {Kind: rule.Store, What: "a LevelDB directory, which one process at a time can open"},
	"github.com/cockroachdb/pebble.Open":           {Kind: rule.Store, What: "a Pebble directory, which one process at a time can open"},
	"github.com/gofrs/flock.New":                   {Kind: rule.Lock, What: "a file lock"},
	"syscall.Flock":                                {Kind: rule.Lock, What: "a file lock"},
	"golang.org/x/sys/unix.Flock":                  {Kind: rule.Lock, What: "a file lock"},
	"k8s.io/api/core/v1.ServiceAffinityClientIP":   {Kind: rule.Pinning, What: clientIP},
}

const clientIP = "sessionAffinity: ClientIP for Services that the program creates"

// affinityField reports whether a key or the left side of an assignment is the session affinity of a Service, in a struct or in an object
// without a type.
func affinityField(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "SessionAffinity"
	case *ast.SelectorExpr:
		return x.Sel.Name == "SessionAffinity"
	case *ast.BasicLit:
		return x.Value == `"sessionAffinity"`
	case *ast.IndexExpr:
		return affinityField(x.Index)
	}
	return false
}

// uses finds them in the packages whose bodies were read. It must run before the syntax is dropped.
func (ld *loaded) uses() []rule.Use {
	var out []rule.Use
	for _, p := range ld.pkgs {
		if !p.own || p.info == nil || p.ForTest != "" {
			continue
		}
		for _, f := range p.files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					out = append(out, ld.usesIn(p, fn)...)
				}
			}
		}
	}
	return out
}

func (ld *loaded) usesIn(p *pkg, fn *ast.FuncDecl) []rule.Use {
	var out []rule.Use
	seen := map[rule.UseKind]bool{}
	skip := map[ast.Node]bool{}
	pins := false // the function sets the field, rather than looking at it
	add := func(u rule.Use, n ast.Node) {
		seen[u.Kind] = true
		at := ld.fset.Position(n.Pos())
		u.Package, u.Function = plainPath(p.ImportPath), funcName(p, fn)
		u.File, u.Line, u.Col = ld.rel(at.Filename), at.Line, at.Column
		out = append(out, u)
	}
	pin := func(key, value ast.Expr) {
		tv := p.info.Types[value]
		if affinityField(key) && !seen[rule.Pinning] && tv.Value != nil && tv.Value.Kind() == constant.String && constant.StringVal(tv.Value) == "ClientIP" {
			add(rule.Use{Kind: rule.Pinning, What: clientIP}, value)
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr: // a comparison sets nothing
			if n.Op == token.EQL || n.Op == token.NEQ {
				skip[n.X], skip[n.Y] = true, true
			}
		case *ast.KeyValueExpr:
			pins = pins || affinityField(n.Key)
			pin(n.Key, n.Value)
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				pins = pins || affinityField(l)
				if len(n.Lhs) == len(n.Rhs) {
					pin(l, n.Rhs[i])
				}
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				skip[e] = true
			}
		case *ast.CallExpr:
			if readOnly(n) {
				skip[n.Fun] = true
			}
		case *ast.SelectorExpr:
			u, ok := infrastructure[ld.qualified(p, n)]
			if !ok || skip[n] || seen[u.Kind] {
				return true
			}
			add(u, n)
		}
		return true
	})
	return slices.DeleteFunc(out, func(u rule.Use) bool { return u.Kind == rule.Pinning && !pins })
}

// qualified is the import path and name of what a selector selects from a package, without a version in the path.
func (ld *loaded) qualified(p *pkg, sel *ast.SelectorExpr) string {
	o := p.info.Uses[sel.Sel]
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return ""
	}
	switch o.(type) {
	case *types.Func, *types.Const:
	default:
		return ""
	}
	path := o.Pkg().Path()
	if i := strings.LastIndex(path, "/v"); i >= 0 && strings.Trim(path[i+2:], "0123456789") == "" && !strings.HasPrefix(path, "k8s.io/") {
		path = path[:i]
	}
	return path + "." + o.Name()
}

// readOnly reports whether a call is given options that say so.
func readOnly(c *ast.CallExpr) bool {
	found := false
	for _, a := range c.Args {
		ast.Inspect(a, func(n ast.Node) bool {
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				k, isKey := kv.Key.(*ast.Ident)
				v, isValue := kv.Value.(*ast.Ident)
				found = found || isKey && isValue && k.Name == "ReadOnly" && v.Name == "true"
			}
			return !found
		})
	}
	return found
}

// funcName is a function as other findings call it.
func funcName(p *pkg, fn *ast.FuncDecl) string {
	name := fn.Name.Name
	if fn.Recv != nil && len(fn.Recv.List) == 1 {
		name = strings.ReplaceAll(types.ExprString(fn.Recv.List[0].Type), "*", "") + "." + name
	}
	return p.Name + "." + name
}
