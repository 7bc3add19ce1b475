package scan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

func auditFiles(t *testing.T, files map[string]string) *report.Report {
	t.Helper()
	return auditWith(t, files, Options{})
}

// auditWith audits a module of these files.
func auditWith(t *testing.T, files map[string]string, o Options) *report.Report {
	t.Helper()
	dir := t.TempDir()
	o.Dir = dir
	files["go.mod"] = "module example.com/m\n\ngo 1.26\n"
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A package without a server is not clean if it does not even parse.
func TestSyntaxOfPackagesWithoutServer(t *testing.T) {
	r := auditFiles(t, map[string]string{
		"main.go":   "package main\n\nfunc main() {}\n",
		"b/b.go":    "package b\n\nfunc B() { x := }\n",
		"b/also.go": "package b\n\nfunc C( {\n",
	})
	if len(r.Problems) != 2 {
		t.Fatalf("want a problem for each of the two files, got %+v", r.Problems)
	}
	for i, file := range []string{"b/also.go", "b/b.go"} {
		if p := r.Problems[i]; p.File != file || p.Line != 3 || p.Hint == "" {
			t.Errorf("want line 3 of %s and a hint, got %+v", file, p)
		}
	}
}

// The type checker tells of a cycle in several messages that are one error.
func TestOneProblemPerTypeError(t *testing.T) {
	r := auditFiles(t, map[string]string{
		"main.go": "package main\n\nconst method = \"tools/call\"\n\nvar a = b\nvar b = c\nvar c = a\n\nfunc main() { println(method, a) }\n",
	})
	if len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Message, "initialization cycle") {
		t.Errorf("want the cycle as one problem, got %+v", r.Problems)
	}
}
