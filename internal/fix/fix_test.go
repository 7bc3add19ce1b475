package fix

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/scaffold"
	"github.com/mcpaudit/mcpaudit/internal/scan"
)

// module makes a module from files. It requires what the scaffold's own module requires: both SDKs and the drivers.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	const source = "../scaffold/source"
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(source, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", regexp.MustCompile(`(?m)^module .*`).ReplaceAllString(string(mod), "module example.com/shop"))
	write(t, dir, "go.sum", string(sum))
	for name, text := range files {
		write(t, dir, name, text)
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// withHandles adds the scaffolded package.
func withHandles(t *testing.T, dir, store string) {
	t.Helper()
	p, err := scaffold.Prepare(scaffold.Options{Module: dir, Stores: []string{store}})
	if err == nil {
		err = p.Apply()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func run1(t *testing.T, o Options) *Result {
	t.Helper()
	res, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Fatalf("problems: %+v", res.Problems)
	}
	return res
}

func at(dir string) Options { return Options{Scan: scan.Options{Dir: dir}} }

// outcome is rule and reason of an outcome, for comparisons.
func outcomes(list []Outcome) (out []string) {
	for _, o := range list {
		out = append(out, o.Rule+": "+o.What)
	}
	slices.Sort(out)
	return out
}

func contains(t *testing.T, what string, list []Outcome, want ...string) {
	t.Helper()
	got := outcomes(list)
	ok := len(got) == len(want)
	for i := range want {
		ok = ok && strings.Contains(got[i], want[i])
	}
	if !ok {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// notes serves one tool whose annotation is wrong, without sessions in the way.
const notes = `package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string ` + "`json:\"id\"`" + `
}

func remove(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, "https://notes.example/v1/notes/"+a.ID, nil)
	if err != nil {
		return nil, nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "delete_note", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
`

func TestRun(t *testing.T) {
	dir := module(t, map[string]string{"main.go": notes})
	res := run1(t, at(dir))
	contains(t, "applied", res.Applied, "hints: sets the annotation to false", "statefultransport: serves without sessions")
	if read(t, dir, "main.go") != notes {
		t.Error("a file was changed without Write")
	}
	d := string(res.Files[0].Diff(res.Root))
	for _, want := range []string{"--- a/main.go\n+++ b/main.go\n", "\n+\tmcp.AddTool(srv, &mcp.Tool{Name: \"delete_note\", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: false}}, remove)\n"} {
		if !strings.Contains(d, want) {
			t.Errorf("the diff has no %q:\n%s", want, d)
		}
	}
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("ReadOnlyHint: true", "ReadOnlyHint: false", "return srv }, nil)", "return srv }, &mcp.StreamableHTTPOptions{Stateless: true})").Replace(notes)
	if got := read(t, dir, "main.go"); got != want {
		t.Errorf("got\n%s", got)
	}
	if again := run1(t, at(dir)); len(again.Files) > 0 {
		t.Errorf("a second run changes %s", again.Files[0].Diff(again.Root))
	}
}

func TestSelection(t *testing.T) {
	dir := module(t, map[string]string{"main.go": notes})
	o := at(dir)
	o.Rules = []string{"hints"}
	res := run1(t, o)
	contains(t, "applied", res.Applied, "hints")
	o = at(dir)
	o.Findings = []string{res.Applied[0].Card[:10]}
	contains(t, "applied", run1(t, o).Applied, "hints")
	o.Findings = []string{"nope"}
	var usage *scan.UsageError
	if _, err := Run(t.Context(), o); !errors.As(err, &usage) {
		t.Errorf("an unknown fingerprint: %v", err)
	}
}

// The forms of files that may not change beyond the rewrite.
func TestFilesKeepTheirForm(t *testing.T) {
	crlf := strings.ReplaceAll(notes, "\n", "\r\n")
	loose := strings.ReplaceAll(notes, "type in struct {", "type   in struct {")
	for name, src := range map[string]string{"line ends": crlf, "not formatted": loose} {
		t.Run(name, func(t *testing.T) {
			dir := module(t, map[string]string{"main.go": src})
			file := filepath.Join(dir, "main.go")
			if err := os.Chmod(file, 0o640); err != nil {
				t.Fatal(err)
			}
			res := run1(t, at(dir))
			contains(t, "applied", res.Applied, "hints", "statefultransport")
			if err := res.Write(); err != nil {
				t.Fatal(err)
			}
			want := strings.NewReplacer("ReadOnlyHint: true", "ReadOnlyHint: false", "return srv }, nil)", "return srv }, &mcp.StreamableHTTPOptions{Stateless: true})").Replace(src)
			if got := read(t, dir, "main.go"); got != want {
				t.Errorf("got\n%q", got)
			}
			if st, err := os.Stat(file); err != nil || st.Mode().Perm() != 0o640 {
				t.Errorf("%v, %v", st.Mode(), err)
			}
		})
	}
}

func TestGenerated(t *testing.T) {
	dir := module(t, map[string]string{"main.go": "// Code generated by hand. DO NOT EDIT.\n\n" + notes})
	res := run1(t, at(dir))
	contains(t, "refused", res.Refused, "hints: main.go is generated")
	if len(res.Files) > 0 {
		t.Error("a generated file changes")
	}
}

func TestChangedMeanwhile(t *testing.T) {
	dir := module(t, map[string]string{"main.go": notes})
	res := run1(t, at(dir))
	write(t, dir, "main.go", notes+"// mine\n")
	if err := res.Write(); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("got %v", err)
	}
	if got := read(t, dir, "main.go"); got != notes+"// mine\n" {
		t.Error("the user's change is lost")
	}
}

// orders has a write that may be sent twice, and a test that knows its arguments.
const orders = `package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Item string ` + "`json:\"item\"`" + `
}

func order(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://shop.example/orders", "text/plain", strings.NewReader(a.Item))
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_order"}, order)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
`

func TestRolledBack(t *testing.T) {
	dir := module(t, map[string]string{"main.go": orders, "main_test.go": "package main\n\nvar example = in{\"pen\"}\n"})
	o := at(dir)
	o.Rules = []string{"idempotency"}
	contains(t, "refused", run1(t, o).Refused, "run mcpaudit scaffold handles first")
	withHandles(t, dir, "memory")
	res := run1(t, o)
	contains(t, "rolled back", res.RolledBack, "idempotency: it does not compile: main_test.go: too few values")
	if len(res.Files) > 0 {
		t.Errorf("%s changes", res.Files[0].Name)
	}
	write(t, dir, "main_test.go", "package main\n\nvar example = in{Item: \"pen\"}\n")
	contains(t, "applied", run1(t, o).Applied, "idempotency")
}

// A program whose packages were not all asked for, and a package that nobody asked for and that depends on a rewritten one.
func TestPartsOfTheModule(t *testing.T) {
	lib := strings.Replace(orders, "package main", "package lib", 1)
	lib = strings.NewReplacer("type in struct", "type In struct", "a in)", "a In)", "func main() {", "func Serve() {").Replace(lib)
	lib = strings.Replace(lib, "&mcp.StreamableHTTPOptions{Stateless: true}", "nil", 1)
	dir := module(t, map[string]string{
		"lib/lib.go": lib, "cmd/a/main.go": "package main\n\nimport \"example.com/shop/lib\"\n\nfunc main() { lib.Serve() }\n",
		"cmd/b/main.go": "package main\n\nimport \"example.com/shop/lib\"\n\nvar example = lib.In{\"pen\"}\n\nfunc main() { _ = example }\n",
	})
	withHandles(t, dir, "memory")
	o := at(dir)
	o.Scan.Patterns = []string{"./lib"}
	contains(t, "rolled back", run1(t, o).RolledBack, "idempotency: it does not compile: cmd/b/main.go: too few values")
	write(t, dir, "lib/counter.go", "package lib\n\nimport \"example.com/shop/state\"\n\nvar N = state.N\n")
	write(t, dir, "state/state.go", "package state\n\nvar N int\n")
	o.Rules = []string{"statefultransport"}
	contains(t, "refused", run1(t, o).Refused, "statefultransport: the state of all packages")
}

// What the audit says of the scaffolded package itself.
func TestScaffoldIsClean(t *testing.T) {
	for _, store := range scaffold.Stores() {
		dir := module(t, map[string]string{"main.go": strings.ReplaceAll(orders, "order)", `handles.Idempotent("create_order", order))`)})
		src := strings.Replace(read(t, dir, "main.go"), "import (\n", "import (\n\t\"example.com/shop/internal/handles\"\n", 1)
		write(t, dir, "main.go", src)
		withHandles(t, dir, store)
		p, err := scan.Propose(t.Context(), scan.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Report.Problems) > 0 {
			t.Errorf("%s: %+v", store, p.Report.Problems)
		}
		for _, f := range p.Findings {
			if f.Rule != "idempotency" && !strings.HasSuffix(f.Package, "/internal/handles") {
				continue // of the program, whose tool has no annotations
			}
			t.Errorf("%s: %s: %s", store, f.String(), f.Message)
		}
	}
}

func TestSplice(t *testing.T) {
	for _, test := range []struct {
		name, src string
		edits     []scan.FileEdit
		want      string
	}{
		{"insertions keep their order", "package a\n", []scan.FileEdit{{From: 9, To: 9, New: "\n\nvar x = 1"}, {From: 9, To: 9, New: "\n\nvar y = 2"}}, "package a\n\nvar x = 1\n\nvar y = 2\n"},
		{"formatted stays formatted", "package a\n\nvar a = 1\n", []scan.FileEdit{{From: 15, To: 16, New: "b"}}, "package a\n\nvar b = 1\n"},
		{"not formatted", "package a\n\nvar  a = 1\n", []scan.FileEdit{{From: 16, To: 17, New: "b"}}, "package a\n\nvar  b = 1\n"},
		{"overlap", "package a\n", []scan.FileEdit{{From: 0, To: 4}, {From: 2, To: 3}}, ""},
		{"no Go any more", "package a\n", []scan.FileEdit{{From: 0, To: 7, New: "}"}}, ""},
	} {
		got, err := splice([]byte(test.src), test.edits)
		if (err != nil) != (test.want == "") || string(got) != test.want && err == nil {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
}

func TestJoin(t *testing.T) {
	e := func(from, to int, text string) scan.FileEdit {
		return scan.FileEdit{File: "a.go", From: from, To: to, New: text}
	}
	for _, test := range []struct {
		name       string
		have, more []scan.FileEdit
		want       int // edits, -1 for a conflict
	}{
		{"apart", []scan.FileEdit{e(0, 2, "")}, []scan.FileEdit{e(2, 4, "")}, 2},
		{"overlap", []scan.FileEdit{e(0, 3, "")}, []scan.FileEdit{e(2, 4, "")}, -1},
		{"inside", []scan.FileEdit{e(0, 9, "")}, []scan.FileEdit{e(2, 2, "x")}, -1},
		{"the same insertion", []scan.FileEdit{e(2, 2, "x")}, []scan.FileEdit{e(2, 2, "x")}, 1},
		{"two insertions at one place", []scan.FileEdit{e(2, 2, "x")}, []scan.FileEdit{e(2, 2, "y")}, -1},
		{"two of one rewrite", nil, []scan.FileEdit{e(2, 2, "x"), e(2, 2, "y")}, 2},
		{"another file", []scan.FileEdit{e(0, 3, "")}, []scan.FileEdit{{File: "b.go", From: 0, To: 3}}, 2},
	} {
		got, ok := join(test.have, test.more)
		if ok != (test.want >= 0) || ok && len(got) != test.want {
			t.Errorf("%s: %v, %t", test.name, got, ok)
		}
	}
}

func TestWriteThroughLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "real/a.go", "package a\n")
	link := filepath.Join(dir, "a.go")
	if err := os.Symlink(filepath.Join("real", "a.go"), link); err != nil {
		t.Skip(err)
	}
	res := &Result{Files: []File{{Name: link, Before: []byte("package a\n"), After: []byte("package b\n")}}}
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Lstat(link); err != nil || st.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", st.Mode(), err)
	}
	if got := read(t, dir, "real/a.go"); got != "package b\n" {
		t.Errorf("got %q", got)
	}
}

func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out.String())
	}
	return out.String()
}
