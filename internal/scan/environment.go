package scan

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
)

// environment finds the environment variables that the code names, as far as its packages were read: they are what deployment files can set.
// It must run before the syntax is dropped.
func (ld *loaded) environment() (reads, sets []rule.Variable) {
	for _, p := range ld.pkgs {
		if !p.own {
			continue
		}
		for _, f := range p.files {
			for _, d := range f.Decls {
				e := &envFinder{ld: ld, p: p, from: ld.fset.Position(d.Pos()).Line, to: ld.fset.Position(d.End()).Line}
				ast.Inspect(d, e.visit)
				reads, sets = append(reads, e.reads...), append(sets, e.sets...)
			}
		}
	}
	return reads, sets
}

// envFinder looks through one declaration.
type envFinder struct {
	ld          *loaded
	p           *pkg
	from, to    int
	reads, sets []rule.Variable
}

func (e *envFinder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		e.call(n)
	case *ast.Field:
		if n.Tag != nil {
			if tag, err := strconv.Unquote(n.Tag.Value); err == nil {
				for _, key := range []string{"env", "envconfig"} {
					name, _, _ := strings.Cut(reflect.StructTag(tag).Get(key), ",")
					e.read(name, n.Tag.Pos())
				}
			}
		}
	}
	return true
}

// call notes os.Getenv and its like, and functions of other libraries whose name says that they read a variable.
func (e *envFinder) call(c *ast.CallExpr) {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || len(c.Args) == 0 {
		return
	}
	name := sel.Sel.Name
	switch {
	case slices.Contains([]string{"Getenv", "LookupEnv", "EnvVar", "EnvVars", "GetEnv"}, name):
		e.read(e.text(c.Args[0]), c.Args[0].Pos())
	case name == "BindEnv" && len(c.Args) > 1:
		for _, a := range c.Args[1:] {
			e.read(e.text(a), a.Pos())
		}
	case name == "Setenv" && len(c.Args) == 2:
		if v := e.variable(e.text(c.Args[0]), c.Pos()); v.Name != "" {
			v.Value = e.text(c.Args[1])
			e.sets = append(e.sets, v)
		}
	}
}

func (e *envFinder) read(name string, pos token.Pos) {
	if v := e.variable(name, pos); v.Name != "" {
		e.reads = append(e.reads, v)
	}
}

func (e *envFinder) variable(name string, pos token.Pos) rule.Variable {
	at := e.ld.fset.Position(pos)
	return rule.Variable{Name: name, Package: plainPath(e.p.ImportPath), File: e.ld.rel(at.Filename), Line: at.Line, Col: at.Column, From: e.from, To: e.to}
}

// text is the value of a constant text, "" if it is none.
func (e *envFinder) text(x ast.Expr) string {
	var tv types.TypeAndValue
	if e.p.info != nil {
		tv = e.p.info.Types[x]
	}
	if tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value)
	}
	return ""
}
