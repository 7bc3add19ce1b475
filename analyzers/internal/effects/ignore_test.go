package effects

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// readIgnores parses a file and reads its comments.
func readIgnores(t *testing.T, src string) []Ignore {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return ignores(func(p token.Pos) Pos {
		at := fset.Position(p)
		return Pos{at.Filename, at.Line, at.Column}
	}, f)
}

// In each source the comment is about the lines that begin with a mark, |.
func TestIgnoreLines(t *testing.T) {
	const c = "//mcpaudit:ignore ambient it is so"
	for name, src := range map[string]string{
		"above a variable":           "package p\n" + c + "\n|var x = 1\nvar y = 2",
		"in a doc comment":           "package p\n// X is.\n//\n" + c + "\n// and more\n|var x = 1\nvar y = 2",
		"beside a variable":          "package p\n|var x = 1 " + c + "\nvar y = 2",
		"beside a statement":         "package p\nfunc f() {\n\tx := 1\n|\tx++ " + c + "\n\tx--\n}",
		"above a call of lines":      "package p\nfunc f() {\n\t" + c + "\n|\tg(\n|\t\t1,\n|\t)\n\tg()\n}",
		"above a function":           "package p\n" + c + "\n|func f() {\n|\tg()\n|}\nfunc g()",
		"above a documented one":     "package p\n" + c + "\n// f is.\n|func f() {\n|\tg()\n|}\nfunc g()",
		"beside an opening brace":    "package p\n|type t struct { " + c + "\n|\ta int\n|}\nvar y int",
		"above a field":              "package p\ntype t struct {\n\t" + c + "\n|\ta int\n\tb int\n}",
		"beside a field":             "package p\ntype t struct {\n|\ta int " + c + "\n\tb int\n}",
		"beside a closing brace":     "package p\nfunc f() {\n\tg()\n|} " + c + "\nvar x int",
		"beside a literal's element": "package p\nvar x = t{\n|\ta: 1, " + c + "\n\tb: 2,\n}",
		"above nothing":              "package p\n" + c + "\n\nvar x int",
		"beside the package clause":  "|package p " + c + "\nvar x int",
	} {
		var lines []bool
		var text []string
		for line := range strings.Lines(src) {
			rest, marked := strings.CutPrefix(line, "|")
			lines, text = append(lines, marked), append(text, rest)
		}
		got := readIgnores(t, strings.Join(text, ""))
		if len(got) != 1 || got[0].Bad != "" || got[0].Reason != "it is so" {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		for i, want := range lines {
			if got[0].Covers(Pos{"p.go", i + 1, 1}) != want {
				t.Errorf("%s: line %d covered: %t\n%s", name, i+1, !want, src)
			}
		}
		if got[0].Covers(Pos{"q.go", got[0].First, 1}) {
			t.Errorf("%s: covers another file", name)
		}
	}
}

func TestIgnoreText(t *testing.T) {
	for text, want := range map[string]string{ // rules, reason, or what is wrong
		"//mcpaudit:ignore ambient because":      "ambient/because",
		"//mcpaudit:ignore\tambient,memo  a  b":  "ambient,memo/a b",
		"//mcpaudit:ignore":                      "! names no rule",
		"//mcpaudit:ignore ambient":              "! gives no reason",
		"//mcpaudit:ignore ambient // want":      "! gives no reason",
		"//mcpaudit:ignore ambient, memo reason": "! has an empty name",
		"//mcpaudit:ignore: ambient reason":      "! has a colon",
		"//mcpaudit:ignored ambient reason":      "",
		"// mcpaudit:ignore ambient reason":      "",
		"/* mcpaudit:ignore ambient reason */":   "",
	} {
		got := ""
		for _, g := range readIgnores(t, "package p\n\n"+text+"\nvar x int\n") {
			got = strings.Join(g.Rules, ",") + "/" + g.Reason
			if g.Bad != "" {
				got = "! " + g.Bad
			}
			if g.Bad != "" && g.Covers(Pos{"p.go", 4, 1}) {
				t.Errorf("%s: is wrong and covers", text)
			}
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Reading stops at nothing that parses.
func FuzzIgnores(f *testing.F) {
	f.Add("package p\n//mcpaudit:ignore a b\nvar x = 1")
	f.Add("package p\nfunc f[T any](x struct{ //mcpaudit:ignore a b\n}) {}")
	f.Add("package p\nimport . \"x\" //mcpaudit:ignore a b\ntype (\n)")
	f.Fuzz(func(t *testing.T, src string) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return
		}
		for _, g := range ignores(func(p token.Pos) Pos {
			at := fset.Position(p)
			return Pos{at.Filename, at.Line, at.Column}
		}, file) {
			if g.Last != 0 && g.Last < g.First {
				t.Errorf("%+v", g)
			}
		}
	})
}
