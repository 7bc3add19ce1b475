package scan

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOutline(t *testing.T) {
	for src, want := range map[string]string{
		"package p\nfunc f() { x := 1; _ = x }\n":                                                                        "package p\nfunc f() {}\n",
		"package p\nfunc f()\nfunc g() { }":                                                                              "package p\nfunc f()\nfunc g() {}",
		"package p\nfunc (t T) f(a struct{ b int }) interface{ M() } {\n}\n":                                             "package p\nfunc (t T) f(a struct{ b int }) interface{ M() } {}\n",
		"package p\nfunc f[T interface{ ~int }](\n\ta T,\n) (b int) {\n\treturn `}` + \"}\" + \"\\\"}\"\n}\nvar x = 1\n": "package p\nfunc f[T interface{ ~int }](\n\ta T,\n) (b int) {}\nvar x = 1\n",
		"package p\nfunc f() {\n\t// }\n\t/* } */\n\tc := '}' + '\\''\n\td := a / b\n}\nfunc g() {}\n":                   "package p\nfunc f() {}\nfunc g() {}\n",
		"package p\n/*\nfunc f() { x }\n*/\nvar s = `\nfunc g() { y }\n`\nfunc h() { z }\n":                              "package p\n/*\nfunc f() { x }\n*/\nvar s = `\nfunc g() { y }\n`\nfunc h() {}\n",
		"package p\nvar s = T{\n\tf:\nfunc (a int) { y },\n}\nfunc h() { z }\n":                                          "package p\nvar s = T{\n\tf:\nfunc (a int) { y },\n}\nfunc h() {}\n",
		"package p\ntype t interface {\nfunc h()\n}\n":                                                                   "package p\ntype t interface {\nfunc h()\n}\n",
		"package p\nfunc f() { `\n":                                                                                      "package p\nfunc f() { `\n",
		"package p\nfunc f() { /* \n":                                                                                    "package p\nfunc f() { /* \n",
		"package p\nvar a = \"\n\nfunc f() { x }\n":                                                                      "package p\nvar a = \"\n\nfunc f() { x }\n",
		"func f() { x }": "func f() {}",
		"":               "",
	} {
		if got := string(outline([]byte(src))); got != want {
			t.Errorf("outline of\n%s\nis\n%s\nwant\n%s", src, got, want)
		}
	}
}

// declarations prints a file without bodies.
func declarations(t *testing.T, name string, src []byte) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, src)
	}
	var b bytes.Buffer
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
			fd.Body = &ast.BlockStmt{}
		}
		// Lines are of no interest, and the printer follows them.
		if err := format.Node(&b, token.NewFileSet(), d); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// statements counts the statements in functions.
func statements(t *testing.T, name string, src []byte) (n int) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
			n += len(fd.Body.List)
		}
	}
	return n
}

// The outline of real code declares what the code declares.
func TestOutlineOfTheStandardLibrary(t *testing.T) {
	files := 0
	for _, pattern := range []string{"net/http/*.go", "go/types/*.go", "runtime/*.go", "text/template/parse/*.go", "strings/*.go", "cmd/compile/internal/syntax/*.go"} {
		names, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files++
			short := outline(src)
			if got, want := declarations(t, name, short), declarations(t, name, src); got != want {
				t.Fatalf("%s: the outline declares\n%s", name, got)
			}
			if n := statements(t, name, short); n > 0 {
				t.Errorf("%s: the outline has %d statements", name, n)
			}
		}
	}
	if files < 200 {
		t.Errorf("only %d files", files)
	}
}

func FuzzOutline(f *testing.F) {
	f.Add([]byte("package p\n\nfunc f(a struct{}) interface{} {\n\treturn `}`\n}\n\nvar x = '\\''\n"))
	f.Add([]byte("package p\n/*\nfunc f() {\n*/\nfunc (t *T[K]) f() (x int) { if a { /* } */ } // }\n}\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		short := outline(src)
		if _, err := parser.ParseFile(token.NewFileSet(), "x.go", src, parser.SkipObjectResolution); err != nil {
			return
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "x.go", short, parser.SkipObjectResolution); err != nil {
			t.Skip() // the file itself is parsed then
		}
		if declarations(t, "x.go", short) != declarations(t, "x.go", src) {
			t.Errorf("outline of\n%s\nis\n%s", src, short)
		}
	})
}

func TestTrim(t *testing.T) {
	src := "package p\nvar (\n\ta = []int{1, 2}\n\tb, c = &T{1}, [...]int{1}\n\td = map[string][]int{\"a\": {1}}\n\te [3]int = [3]int{1}\n\tf = g(T{1})\n)\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	trim(f)
	var b bytes.Buffer
	if err := format.Node(&b, token.NewFileSet(), f.Decls[0]); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(strings.Fields(b.String()), " "), `var ( a = []int{} b, c = &T{}, [...]int{1} d = map[string][]int{} e [3]int = [3]int{} f = g(T{1}) )`; got != want {
		t.Errorf("trimmed: %s\nwant:    %s", got, want)
	}
}
