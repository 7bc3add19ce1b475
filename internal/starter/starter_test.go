package starter

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// file writes a file into a folder.
func file(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func plan(t *testing.T, o Options) map[string]File {
	t.Helper()
	files, err := Plan(o)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]File{}
	for _, f := range files {
		out[f.Shown] = f
	}
	return out
}

func TestPlan(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "servers", "one")
	file(t, root, ".git/HEAD", "")
	file(t, root, ".github/dependabot.yml", "")
	file(t, dir, "go.mod", "module example.com/one\n")
	file(t, dir, ".golangci.toml", "")

	got := plan(t, Options{Dir: dir})
	for shown, there := range map[string]string{
		".mcpaudit.yaml":                       "",
		"../../.github/workflows/mcpaudit.yml": "",
		".custom-gcl.yml":                      "",
		".golangci.yml":                        ".golangci.toml",
	} {
		if f, ok := got[shown]; !ok || f.There != there {
			t.Errorf("%s: planned %t, there %q", shown, ok, f.There)
		}
	}
	if len(got) != 4 {
		t.Errorf("%d files are planned", len(got))
	}
	if all := plan(t, Options{Dir: dir, All: true}); len(all) != len(parts) {
		t.Errorf("all: %d files", len(all))
	}
	if one := plan(t, Options{Dir: dir, Only: []string{"gitlab"}}); len(one) != 1 {
		t.Errorf("one part: %+v", one)
	}

	// Everything is YAML, speaks of the right folder and of the right version.
	for _, release := range []string{"", "v1.2.3"} {
		for shown, f := range plan(t, Options{Dir: dir, All: true, Release: release}) {
			var v any
			if err := yaml.Unmarshal([]byte(f.Content), &v); err != nil {
				t.Errorf("%s: %v\n%s", shown, err, f.Content)
			}
			if strings.Contains(f.Content, "{{") && !strings.Contains(f.Content, "${{") || strings.Contains(f.Content, "<no value>") {
				t.Errorf("%s is not filled in:\n%s", shown, f.Content)
			}
			speaks := f.Name == "github" || f.Name == "gitlab" || f.Name == "pre-commit"
			if speaks && !strings.Contains(f.Content, "servers/one") {
				t.Errorf("%s does not name the folder:\n%s", shown, f.Content)
			}
			if release != "" && (speaks || strings.Contains(shown, "custom-gcl")) && !strings.Contains(f.Content, release) {
				t.Errorf("%s does not name the release:\n%s", shown, f.Content)
			}
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file(t, dir, "go.mod", "module example.com/one\n")
	files, err := Plan(Options{Dir: dir, All: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := f.Write(); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(f.Path); err != nil || string(text) != f.Content {
			t.Errorf("%s: %v", f.Shown, err)
		}
		if err := f.Write(); err == nil {
			t.Errorf("%s is overwritten", f.Shown)
		}
	}
	again, err := Plan(Options{Dir: dir, All: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range again {
		if f.There != f.Shown {
			t.Errorf("%s is there, and the plan says %q", f.Shown, f.There)
		}
	}
	// A file where a folder should be is in the way, which is not the same as done.
	file(t, filepath.Join(dir, "other"), "go.mod", "module example.com/other\n")
	file(t, filepath.Join(dir, "other"), ".git/HEAD", "")
	file(t, filepath.Join(dir, "other"), ".github/workflows", "")
	f := plan(t, Options{Dir: filepath.Join(dir, "other"), Only: []string{"github"}})[".github/workflows/mcpaudit.yml"]
	if err := f.Write(); f.There != "" || err == nil {
		t.Errorf("a file in place of the folder workflows: there %q, error %v", f.There, err)
	}
	// A link that leads nowhere is there, too.
	if err := os.Remove(filepath.Join(dir, ".mcpaudit.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, ".mcpaudit.yaml")); err != nil {
		t.Skip(err)
	}
	if f := plan(t, Options{Dir: dir, Only: []string{"config"}})[".mcpaudit.yaml"]; f.There == "" {
		t.Error("a link is not seen")
	}
}

func TestOddFolder(t *testing.T) {
	root := t.TempDir()
	file(t, root, ".git/HEAD", "")
	file(t, root, "a b/go.mod", "module x\n")
	if _, err := Plan(Options{Dir: filepath.Join(root, "a b")}); err == nil || !strings.Contains(err.Error(), "by hand") {
		t.Errorf("%v", err)
	}
	if names := Names(); !slices.Equal(names, []string{"config", "github", "gitlab", "pre-commit", "golangci"}) {
		t.Errorf("%v", names)
	}
}

// The versions that users get are those that are tested.
func TestGolangciVersion(t *testing.T) {
	run, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(run), "golangci_version="+GolangciLint+"\n") {
		t.Errorf(".ci/run tests another golangci-lint than %s", GolangciLint)
	}
}
