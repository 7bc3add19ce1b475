package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/cmd/mcpaudit/internal/cli"
)

// A baseline holds while a server is worked on: files are renamed and split, lines move, functions are written above others.
func TestBaselineSurvivesRefactoring(t *testing.T) {
	dir := newDocFolder(t)
	run := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := cli.Main(t.Context(), append(args, "-C", dir), &out, &out)
		return code, out.String()
	}
	baseline := filepath.Join(t.TempDir(), "known.json")
	if code, out := run("baseline", "write", "-o", baseline); code != 0 {
		t.Fatal(out)
	}
	if code, out := run("--baseline", baseline, "--baseline-strict", "--fail-on", "info"); code != 0 {
		t.Fatalf("before: exit code %d\n%s", code, out)
	}

	source, err := os.ReadFile(filepath.Join(dir, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	// The type with its state goes to a file of its own, everything else to one with another name, behind new lines and a new function.
	text := string(source)
	begin := strings.Index(text, "type notebook struct")
	end := strings.Index(text[begin:], "\n}\n") + begin + len("\n}\n")
	if begin < 0 || end <= begin {
		t.Fatal("the fixture has no type notebook")
	}
	imports := text[:strings.Index(text, "\n)\n")+len("\n)\n")]
	state := "package main\n\nimport \"sync\"\n\n// notebook has moved.\n" + text[begin:end]
	rest := imports + "\n// unrelated is new.\nfunc unrelated() func() { return func() {} }\n\nvar _ = unrelated\n\n" + text[len(imports):begin] + text[end:]
	for name, text := range map[string]string{"state.go": state, "server.go": rest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "main.go")); err != nil {
		t.Fatal(err)
	}
	if code, out := run("--baseline", baseline, "--baseline-strict", "--fail-on", "info"); code != 0 {
		t.Errorf("after: exit code %d\n%s", code, out)
	}

	// What is new is seen all the same.
	more := "package main\n\nvar lastTitle string\n"
	if err := os.WriteFile(filepath.Join(dir, "more.go"), []byte(more), 0o666); err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(rest, "return text(\"%s\", id), nil, nil", "previous := lastTitle\n\tlastTitle = in.Title\n\treturn text(\"%s after %s\", id, previous), nil, nil", 1)
	if changed == rest {
		t.Fatal("the fixture has changed")
	}
	if err := os.WriteFile(filepath.Join(dir, "server.go"), []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, out := run("--baseline", baseline, "--fail-on", "medium"); code != 1 || !strings.Contains(out, "main.lastTitle") {
		t.Errorf("new state: exit code %d\n%s", code, out)
	}
}
