package edit

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// load type-checks one file.
func load(t *testing.T, src string) (*Program, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("a", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &Program{
		Fset: fset, Whole: true,
		Position: func(p token.Pos) effects.Pos {
			pos := fset.Position(p)
			return effects.Pos{File: pos.Filename, Line: pos.Line, Col: pos.Column}
		},
		Packages: []*Package{{Path: "a", Types: pkg, Info: info, Files: []*ast.File{f}, Sound: true, Source: func(token.Pos) ([]byte, error) { return []byte(src), nil }}},
	}, f
}

// spot is the place of the last declaration.
func spot(t *testing.T, p *Program, f *ast.File) *Spot {
	t.Helper()
	s, err := p.Place(f.Decls[len(f.Decls)-1].Pos())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// apply makes the edits and formats the result.
func apply(t *testing.T, p *Program, src string, edits ...Edit) string {
	t.Helper()
	slices.SortStableFunc(edits, func(a, b Edit) int { return int(a.Pos - b.Pos) })
	tf := p.Fset.File(edits[0].Pos)
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(src[at:tf.Offset(e.Pos)] + e.New)
		at = tf.Offset(e.End)
	}
	b.WriteString(src[at:])
	out, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return string(out)
}

func TestImport(t *testing.T) {
	for _, test := range []struct{ name, src, path, pkg, call, want string }{
		{"none yet", "package a\n\nvar x int\n", "crypto/rand", "rand", "rand.", "package a\n\nimport \"crypto/rand\"\n\nvar x int\n"},
		{"one without parentheses", "package a\n\nimport \"os\"\n\nvar x = os.Args\n", "example.com/b", "b", "b.", "package a\n\nimport (\n\t\"os\"\n\n\t\"example.com/b\"\n)\n\nvar x = os.Args\n"},
		{"into the group", "package a\n\nimport (\n\t\"bytes\" // why\n\t\"os\"\n)\n\nvar x, y = os.Args, bytes.MinRead\n", "errors", "errors", "errors.", "package a\n\nimport (\n\t\"bytes\" // why\n\t\"errors\"\n\t\"os\"\n)\n\nvar x, y = os.Args, bytes.MinRead\n"},
		{"of a module whose path has no host", "package a\n\nimport (\n\t\"io\"\n\t\"os\"\n)\n\nvar x, y = os.Args, io.EOF\n", "a/handles", "handles", "handles.", "package a\n\nimport (\n\t\"io\"\n\t\"os\"\n\n\t\"a/handles\"\n)\n\nvar x, y = os.Args, io.EOF\n"},
		{"in its order", "package a\n\nimport (\n\t\"bytes\"\n\t\"io\"\n\t\"os\"\n)\n\nvar x, y, z = os.Args, bytes.MinRead, io.EOF\n", "errors", "errors", "errors.", "package a\n\nimport (\n\t\"bytes\"\n\t\"errors\"\n\t\"io\"\n\t\"os\"\n)\n\nvar x, y, z = os.Args, bytes.MinRead, io.EOF\n"},
		{"there already, under another name", "package a\n\nimport e \"errors\"\n\nvar x = e.New(\"\")\n", "errors", "errors", "e.", ""},
		{"the name is taken", "package a\n\nvar rand int\n", "crypto/rand", "rand", "rand2.", "package a\n\nimport rand2 \"crypto/rand\"\n\nvar rand int\n"},
		{"the name is taken by another import", "package a\n\nimport \"math/rand\"\n\nvar x = rand.Int()\n", "crypto/rand", "rand", "rand2.", "package a\n\nimport (\n\trand2 \"crypto/rand\"\n\t\"math/rand\"\n)\n\nvar x = rand.Int()\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, f := load(t, test.src)
			call, e, err := spot(t, p, f).Import(test.path, test.pkg)
			if err != nil || call != test.call {
				t.Fatalf("%q, %v", call, err)
			}
			if (e == nil) != (test.want == "") {
				t.Fatalf("edit: %v", e)
			}
			if e != nil {
				if got := apply(t, p, test.src, *e); got != test.want {
					t.Errorf("got\n%s", got)
				}
			}
		})
	}
}

func TestAddField(t *testing.T) {
	for _, test := range []struct{ name, src, want, refusal string }{
		{"last", "package a\n\ntype T struct {\n\tA int // why\n}\n", "package a\n\ntype T struct {\n\tA   int    // why\n\tKey string `json:\"key\" jsonschema:\"it\"`\n}\n", ""},
		{"empty", "package a\n\ntype T struct{}\n", "package a\n\ntype T struct {\n\tKey string `json:\"key\" jsonschema:\"it\"`\n}\n", ""},
		{"one line", "package a\n\ntype T struct{ A int }\n", "package a\n\ntype T struct {\n\tA   int\n\tKey string `json:\"key\" jsonschema:\"it\"`\n}\n", ""},
		{"in a group", "package a\n\ntype (\n\tT struct {\n\t\tA int\n\t}\n)\n", "package a\n\ntype (\n\tT struct {\n\t\tA   int\n\t\tKey string `json:\"key\" jsonschema:\"it\"`\n\t}\n)\n", ""},
		{"a literal without names", "package a\n\ntype T struct{ A int }\n\nvar x = T{1}\n", "", "has no field names"},
		{"a literal without names in a slice", "package a\n\ntype T struct{ A int }\n\nvar x = []T{{1}}\n", "", "has no field names"},
		{"a conversion", "package a\n\ntype T struct{ A int }\n\ntype U struct{ A int }\n\nvar x = U(T{A: 1})\n", "", "converted"},
		{"the name is there", "package a\n\ntype T struct{ KEY int }\n", "", "KEY already"},
		{"the JSON name is there", "package a\n\ntype T struct {\n\tA int `json:\"Key\"`\n}\n", "", "A already"},
		{"it embeds another", "package a\n\ntype U struct{}\n\ntype T struct{ U }\n", "package a\n\ntype U struct{}\n\ntype T struct {\n\tU\n\tKey string `json:\"key\" jsonschema:\"it\"`\n}\n", ""},
		{"it embeds one with the name", "package a\n\ntype U struct{ Key int }\n\ntype T struct{ *U }\n", "", "U.Key already"},
		{"it embeds one with the JSON name", "package a\n\ntype V struct {\n\tA int `json:\"key\"`\n}\n\ntype U struct{ V }\n\ntype T struct{ U }\n", "", "U.V.A already"},
		{"generic", "package a\n\ntype T[X any] struct{ A X }\n", "", "generic"},
		{"not a struct", "package a\n\ntype T int\n", "", "not a struct"},
		{"another type's fields", "package a\n\ntype U struct{}\n\ntype T U\n", "", "from another type"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := load(t, test.src)
			var e Edit
			s, st, err := p.StructType(p.Packages[0].Types.Scope().Lookup("T").Type())
			if err == nil {
				e, err = s.AddField(st, "Key", "string", "key", "", "it")
			}
			if test.refusal != "" {
				if err == nil || !strings.Contains(err.Error(), test.refusal) {
					t.Errorf("got %v, want %q", err, test.refusal)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := apply(t, p, test.src, e); got != test.want {
				t.Errorf("got\n%s", got)
			}
		})
	}
}

func TestAppendArg(t *testing.T) {
	const head = "package a\n\nfunc f(...int) int { return 0 }\n\n"
	for call, want := range map[string]string{
		"f()":                          "f(9)",
		"f(1)":                         "f(1, 9)",
		"f(1, /* two */ 2)":            "f(1, /* two */ 2, 9)",
		"f(\n\t1, // one\n)":           "f(\n\t1, // one\n\t9,\n)",
		"f(1,\n\t2)":                   "f(1,\n\t2, 9)",
		"f([]int{1}...)":               "",
		"f(\n\t1,\n\t2, // a, b\n)":    "f(\n\t1,\n\t2, // a, b\n\t9,\n)",
		"f(func() int { return 1 }())": "f(func() int { return 1 }(), 9)",
	} {
		src := head + "var x = " + call + "\n"
		p, f := load(t, src)
		decl := f.Decls[len(f.Decls)-1].(*ast.GenDecl)
		e, err := spot(t, p, f).AppendArg(decl.Specs[0].(*ast.ValueSpec).Values[0].(*ast.CallExpr), "9")
		if want == "" {
			if err == nil {
				t.Errorf("%s: not refused", call)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", call, err)
			continue
		}
		wanted, err := format.Source([]byte(head + "var x = " + want + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := apply(t, p, src, e); !bytes.Equal([]byte(got), wanted) {
			t.Errorf("%s becomes\n%s", call, got)
		}
	}
}

func TestPlacesThatMayNotBeEdited(t *testing.T) {
	p, f := load(t, "// Code generated by hand. DO NOT EDIT.\n\npackage a\n\nvar x int\n")
	if _, err := p.Place(f.Decls[0].Pos()); err == nil || !strings.Contains(err.Error(), "generated") {
		t.Errorf("generated: %v", err)
	}
	p, f = load(t, "package a\n\nvar x int\n")
	p.Packages[0].Sound = false
	if _, err := p.Place(f.Decls[0].Pos()); err == nil || !strings.Contains(err.Error(), "type-check") {
		t.Errorf("not sound: %v", err)
	}
	for _, at := range []effects.Pos{{}, {File: "b.go", Line: 1}, {File: "a.go", Line: 99}} {
		if _, err := p.At(at); err == nil {
			t.Errorf("%v is a place", at)
		}
	}
}

// What the scaffolded package has depends on the SDK of the module: a call of what is not there would not compile.
func TestNeedsHandles(t *testing.T) {
	const path = "example.com/app/internal/handles"
	handles := types.NewPackage(path, "handles")
	handles.Scope().Insert(types.NewFunc(token.NoPos, handles, "Principal", types.NewSignatureType(nil, nil, nil, nil, nil, false)))
	app := types.NewPackage("example.com/app", "main")
	file, err := parser.ParseFile(token.NewFileSet(), "main.go", "package main\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		prog  Program
		needs []string
		want  string // part of the refusal
	}{
		{"none", Program{}, nil, "run mcpaudit scaffold handles first"},
		{"there", Program{Handles: path, Packages: []*Package{{Path: path, Types: handles}}}, []string{"Principal"}, ""},
		{"without what is called", Program{Handles: path, Packages: []*Package{{Path: path, Types: handles}}}, []string{"Principal", "Idempotent"}, "has no Idempotent"},
		{"for no SDK", Program{Handles: path, Unserved: true}, []string{"Principal"}, "has no Principal"},
		{"for no SDK, which does not matter", Program{Handles: path, Unserved: true}, nil, ""},
		{"not read", Program{Handles: path}, []string{"Principal"}, ""},
	} {
		s := &Spot{Package: &Package{Path: "example.com/app", Types: app, Info: new(types.Info)}, Prog: &test.prog, File: file}
		q, _, err := s.NeedsHandles(test.needs...)
		if test.want == "" && (err != nil || q != "handles.") || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %q, %v, want %q", test.name, q, err, test.want)
		}
	}
}

// A module whose SDK the package does not know has no calls to tell apart, and tables all the same.
func TestNeedsHandlesWithoutSDK(t *testing.T) {
	p, f := load(t, "package a\n\nimport \"fmt\"\n\nvar x = fmt.Sprint()\n")
	p.Handles, p.Unserved = "a/handles", true
	s := spot(t, p, f)
	if _, _, err := s.NeedsHandles("NewMap"); err == nil || !strings.Contains(err.Error(), "has no NewMap") {
		t.Errorf("NewMap: %v", err)
	}
	if q, imp, err := s.NeedsHandles("NewTable"); q != "handles." || imp == nil || err != nil {
		t.Errorf("NewTable: %q, %v, %v", q, imp, err)
	}
}

// Imports that nothing needs after the edits go; what is inserted behind them takes their place.
func TestUnneeded(t *testing.T) {
	const src = "package a\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n\nvar x sync.Map\n\nvar y = fmt.Sprint()\n"
	p, f := load(t, src)
	s := spot(t, p, f)
	typ := f.Decls[1].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Type
	fix := &Fix{Edits: []Edit{Replace(typ, "time.Duration")}}
	fix.Add(Insert(f.Imports[1].End(), "\n\t\"time\""))
	dropped := s.Unneeded(fix.Edits)
	if len(dropped) != 1 {
		t.Fatalf("%d imports are not needed", len(dropped))
	}
	fix.Drop(dropped[0])
	fix.Drop(dropped[0])
	if got, want := apply(t, p, src, fix.Edits...), "package a\n\nimport (\n\t\"fmt\"\n\t\"time\"\n)\n\nvar x time.Duration\n\nvar y = fmt.Sprint()\n"; got != want {
		t.Errorf("%s", got)
	}
	if again := s.Unneeded([]Edit{Replace(typ, "*sync.Map")}); len(again) != 0 {
		t.Errorf("an import that the new text needs goes: %v", again)
	}
}
