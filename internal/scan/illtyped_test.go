package scan

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
)

const libSource = `package lib

type Base struct{ N int }
type Options struct { Size int; Tags []string }
func (o Options) Apply(n int) int { return n + o.Size }
type Named interface{ Name() string }
type Context interface{ Done() <-chan struct{} }
type Client struct{ id string }
func New(n int) *Client { return nil }
func Dial(Context, string) (*Client, error) { return nil, nil }
func (c *Client) Close() error { return nil }
func (c *Client) Count() int { return 0 }
func (c *Client) ID() string { return c.id }
func (c *Client) Events() <-chan string { return nil }
func (c *Client) All() func(func(string) bool) { return nil }
func Wrap(any, string) error { return nil }
func Join(...error) error { return nil }
func Print(...any) {}
const Max = 3
`

const otherSource = `package lib

func Use(string) {}
func Err(int) error { return nil }
`

// broken loads the sample after a change, with or without the packages that it imports, and returns it mended.
func broken(t *testing.T, src []byte, change func(*ast.File), libs bool) (*loaded, *pkg) {
	t.Helper()
	ld := &loaded{fset: token.NewFileSet(), byPath: map[string]*pkg{}, standins: map[string]*standin{}, versions: map[string]string{}}
	add := func(path string, text []byte, imports ...string) *pkg {
		f, err := parser.ParseFile(ld.fset, path+".go", text, parser.SkipObjectResolution)
		if f == nil {
			t.Fatal(err)
		}
		p := &pkg{
			listed: &listed{ImportPath: path, Name: f.Name.Name, GoFiles: []string{path + ".go"}, Imports: imports},
			files:  []*ast.File{f}, done: make(chan struct{}),
		}
		ld.byPath[path] = p
		ld.pkgs = append(ld.pkgs, p)
		return p
	}
	if libs {
		add("example.com/lib", []byte(libSource))
		add("example.com/lib/v2", []byte(otherSource))
	}
	p := add("example.com/app", src, "example.com/lib", "example.com/lib/v2")
	p.matter, p.own = true, true
	if change != nil {
		change(p.files[0])
	}
	if err := ld.check(t.Context(), Options{}); err != nil {
		t.Fatal(err)
	}
	return ld, p
}

// buildStrictly builds SSA with the checks of the ssa package itself.
func buildStrictly(ld *loaded, p *pkg) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	prog := ssa.NewProgram(ld.fset, ssa.InstantiateGenerics|ssa.SanityCheckFunctions)
	for _, q := range ld.pkgs {
		if q != p {
			prog.CreatePackage(q.types, nil, nil, true)
		}
	}
	for _, s := range ld.standins {
		s.create(prog)
	}
	sp := prog.CreatePackage(p.types, p.files, p.info, true)
	createImports(prog, p.types)
	sp.Build()
	return nil
}

func sample(t *testing.T) []byte {
	t.Helper()
	src, err := os.ReadFile("testdata/mend.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestSampleIsWellTyped(t *testing.T) {
	ld, p := broken(t, sample(t), nil, true)
	if len(p.bad) > 0 || len(p.mended) > 0 {
		t.Fatalf("%d errors, %v", len(p.bad), p.errs)
	}
	if err := buildStrictly(ld, p); err != nil {
		t.Fatal(err)
	}
}

// Whatever is wrong in a body costs no function.
func TestMendEveryPlace(t *testing.T) {
	src := sample(t)
	exprs := func(s string) func() ast.Expr {
		return func() ast.Expr {
			e, err := parser.ParseExpr(s)
			if err != nil {
				t.Fatal(err)
			}
			return e
		}
	}
	replacements := map[string]func() ast.Expr{
		"undefined name": exprs("undefinedName"), "undefined call": exprs("undefinedName(1, global)"), "call of a method that is not there": exprs("global.Missing(func() int { return 1 })"),
		"nil": exprs("nil"), "string": exprs(`"s"`), "pair": exprs(`pair("x")`), "no value": exprs("lib.Print()"), "type": exprs("[]int"), "func": exprs("func() { undefinedName() }"),
		"integer": exprs("17"), "generic": exprs("generic"), "package": exprs("lib"),
	}
	const stride = 4 // each place gets three of the twelve kinds
	for i, name := range slices.Sorted(maps.Keys(replacements)) {
		with := replacements[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := i % stride; ; n += stride {
				var at token.Pos
				change := func(f *ast.File) {
					i := 0
					for _, d := range f.Decls {
						var root ast.Node = d
						if fd, ok := d.(*ast.FuncDecl); ok {
							root = fd.Body
						}
						if gd, ok := d.(*ast.GenDecl); ok && gd.Tok != token.VAR {
							continue
						}
						astutil.Apply(root, func(c *astutil.Cursor) bool {
							if _, ok := c.Node().(ast.Expr); ok && replaceable(c) {
								if i++; i == n+1 {
									at = c.Node().Pos()
									c.Replace(at2(with(), at))
									return false
								}
							}
							return true
						}, nil)
					}
				}
				ld, p := broken(t, src, change, true)
				if at == token.NoPos {
					if n < 300 {
						t.Fatalf("only %d places", n)
					}
					return
				}
				check(t, ld, p, at)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// at2 moves an expression to a place, so that errors in it stand there.
func at2(e ast.Expr, pos token.Pos) ast.Expr {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			n.NamePos = pos
		case *ast.BasicLit:
			*n = ast.BasicLit{ValuePos: pos, Kind: n.Kind, Value: n.Value}
		case *ast.CallExpr:
			n.Lparen, n.Rparen = pos, pos
		case *ast.FuncType:
			n.Func = pos
		case *ast.BlockStmt:
			n.Lbrace, n.Rbrace = pos, pos
		case *ast.ArrayType:
			n.Lbrack = pos
		case *ast.ReturnStmt:
			n.Return = pos
		}
		return true
	})
	return e
}

// replaceable reports whether any expression may stand at a place as far as the grammar goes.
func replaceable(c *astutil.Cursor) bool {
	switch c.Name() {
	case "Fun", "X", "Y", "Args", "Rhs", "Lhs", "Results", "Cond", "Tag", "Index", "Low", "High", "Elts", "Values", "Chan", "Value", "List":
	default:
		return false
	}
	if ta, ok := c.Node().(*ast.TypeAssertExpr); ok && ta.Type == nil {
		return false
	}
	switch p := c.Parent().(type) {
	case *ast.AssignStmt:
		return c.Name() != "Lhs" || p.Tok != token.DEFINE
	case *ast.RangeStmt:
		return c.Name() == "X"
	case *ast.UnaryExpr:
		return p.Op != token.ARROW || c.Name() == "X"
	case *ast.TypeAssertExpr:
		return c.Name() == "X"
	case *ast.Field, *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.ChanType:
		return false
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		_, call := c.Node().(*ast.CallExpr)
		return !call
	}
	_, kv := c.Node().(*ast.KeyValueExpr)
	return !kv
}

func check(t *testing.T, ld *loaded, p *pkg, at token.Pos) {
	t.Helper()
	where := ld.fset.Position(at)
	if p.dropped > 0 {
		t.Errorf("%s: %d functions dropped", where, p.dropped)
	}
	if err := buildStrictly(ld, p); err != nil {
		var b bytes.Buffer
		for _, fd := range p.mended {
			format.Node(&b, token.NewFileSet(), fd)
		}
		t.Errorf("%s: %v\n%s", where, err, &b)
	}
}

// Statements that are gone leave names without a meaning.
func TestMendWithoutStatements(t *testing.T) {
	src := sample(t)
	for n := 0; ; n++ {
		var at token.Pos
		ld, p := broken(t, src, func(f *ast.File) {
			i := 0
			astutil.Apply(f, func(c *astutil.Cursor) bool {
				if _, ok := c.Node().(ast.Stmt); ok && c.Index() >= 0 {
					if i++; i == n+1 {
						at = c.Node().Pos()
						c.Delete()
						return false
					}
				}
				return true
			}, nil)
		}, true)
		if at == token.NoPos {
			if n < 50 {
				t.Fatalf("only %d statements", n)
			}
			return
		}
		check(t, ld, p, at)
	}
}

// Without the packages that it imports, a package keeps all functions, and what
// they call keeps its name.
func TestMendWithoutImports(t *testing.T) {
	ld, p := broken(t, sample(t), nil, false)
	check(t, ld, p, p.files[0].Pos())
	called := map[string]bool{}
	for _, fd := range p.mended {
		ast.Inspect(fd, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if fn, ok := p.info.Uses[id].(*types.Func); ok && fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), "example.com/lib") {
					called[fn.Pkg().Path()+"."+fn.Name()] = true
				}
			}
			return true
		})
	}
	for _, want := range []string{"example.com/lib.Dial", "example.com/lib.Wrap", "example.com/lib.Options", "example.com/lib.Client.Close", "example.com/lib.Context.Done", "example.com/lib/v2.Use"} {
		if !called[want] {
			t.Errorf("no call of %s in %v", want, called)
		}
	}
	if s := ld.standins["example.com/lib"].pkg.Scope(); s.Lookup("Client") == nil || s.Lookup("Dial") != nil {
		t.Errorf("the stand-in declares %v", s.Names())
	}
	if len(p.errs) > 0 {
		t.Errorf("errors that follow from missing imports are reported: %v", p.errs)
	}
}

// Declarations that are not of this language or not of this package.
func TestMendDeclarations(t *testing.T) {
	for name, src := range map[string]string{
		"redeclared":       "package app\nvar a = 1\nvar a = b\nfunc f() int { return a }\nfunc f() { a = 2 }\ntype f int\n",
		"receiver":         "package app\nfunc (x nowhere) f() { g(x) }\nfunc g(any) { g(nil) }\n",
		"signature":        "package app\nfunc f(x nowhere) { g(x) }\nfunc g(any) { f(1) }\n",
		"future generics":  "package app\ntype t struct{}\nfunc (t) m[P any](p P) P { return p }\nfunc g() { _ = t{}.m[int](1); g() }\n",
		"future syntax":    "package app\nfunc g(n int) int { if n > 1 { return g(n - 1) }; x := n ?? 3; return g(x) }\nfunc h() int { return g(2) }\n",
		"missing return":   "package app\nfunc g(n int) (int, error) { if n > 1 { return g(n - 1) } }\n",
		"cycle":            "package app\ntype t [len(x)]int\nvar x t\nfunc g() int { return len(x) }\n",
		"init cycle":       "package app\nvar a = g()\nfunc g() int { return a }\n",
		"stray branch":     "package app\nfunc g() { break; continue; goto nowhere; x: for { break y } }\n",
		"no package name":  "package\nfunc g() { g() }\n",
		"embedded nowhere": "package app\ntype t struct { nowhere; n int }\nfunc (x *t) m() int { return x.n + x.lost }\n",
		"broken constant":  "package app\nconst c = nowhere\nvar v = [c]int{}\nfunc g() int { switch v[0] { case c: return c }; return v[c] }\n",
		"old range":        "package app\nfunc g(f func(int)) { for x := range f { g(x) } }\n",
		"results":          "package app\nfunc g() (a, b int) { a, b = g(), 1; a, b = 1; a, b := 1, 2, 3; return 1, 2, 3 }\nfunc h() { return g() }\n",
	} {
		t.Run(name, func(t *testing.T) {
			ld, p := broken(t, []byte(src), nil, true)
			if p.types.Name() == "" {
				return
			}
			if err := buildStrictly(ld, p); err != nil {
				t.Error(err)
			}
		})
	}
}

// What a value without a type is compared with stays, and what that guards.
func TestMendComparisons(t *testing.T) {
	src := "package app\nimport \"example.com/nowhere\"\nfunc f(n int) int {\n\tm := nowhere.Next()\n\tvar first bool\n\tfirst = m.Method == \"begin\" && n > 1\n\tif first || m.Err != nil && !m.Done() { return 1 }\n\treturn 2\n}\n"
	ld, p := broken(t, []byte(src), nil, true)
	check(t, ld, p, p.files[0].Pos())
	ops := map[token.Token]int{}
	ast.Inspect(p.files[0], func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok {
			ops[b.Op]++
		}
		return true
	})
	if want := map[token.Token]int{token.EQL: 1, token.GTR: 1, token.LAND: 2, token.LOR: 1}; !maps.Equal(ops, want) {
		t.Errorf("operations left: %v, want %v", ops, want)
	}
}
