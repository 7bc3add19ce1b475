package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var shown = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```[a-z]+\n(.*?)```")

// TestDocFiles compares files that the documentation shows with those that it speaks of.
func TestDocFiles(t *testing.T) {
	written := t.TempDir()
	if err := os.WriteFile(filepath.Join(written, "go.mod"), []byte("module example.com/x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mcpaudit", "init", "-C", written, "--all").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compared := 0
	for _, page := range []string{"drivers", "golangci"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page+".md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shown.FindAllStringSubmatch(string(text), -1) {
			name := filepath.Join("..", "..", m[1])
			if strings.HasPrefix(m[1], ".") { // written by mcpaudit init
				name = filepath.Join(written, m[1])
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			compared++
			if m[2] != string(want) {
				t.Errorf("docs/%s.md shows another %s than there is:\n%s", page, m[1], want)
			}
		}
	}
	if compared != 3 {
		t.Errorf("%d files were compared", compared)
	}
}

// TestDocSettings gives mcpaudit the example of the page about settings.
func TestDocSettings(t *testing.T) {
	text, err := os.ReadFile("../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```yaml\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("docs/config.md has no example")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".mcpaudit.yaml"), []byte(example), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("mcpaudit", "config", "-C", dir).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "internal/legacy/**: serves old clients") {
		t.Errorf("%v\n%s", err, out)
	}
	wrong := filepath.Join(dir, "wrong.yaml")
	if err := os.WriteFile(wrong, []byte("\n\nfailon: high\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, quoted, _ := strings.Cut(string(text), "mcpaudit: .mcpaudit.yaml:3:1: ")
	quoted, _, _ = strings.Cut(quoted, "\n")
	if out, _ := exec.Command("mcpaudit", "--config", wrong).CombinedOutput(); quoted == "" || !strings.Contains(string(out), "wrong.yaml:3:1: "+quoted) {
		t.Errorf("the page quotes %q, and mcpaudit says %s", quoted, out)
	}
}
