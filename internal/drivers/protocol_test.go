package drivers_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/ignores"
)

// TestProtocol asks what build systems ask a vet tool before they give it a package.
func TestProtocol(t *testing.T) {
	t.Parallel()
	tool, err := program()
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(tool, args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		return string(out)
	}
	// The go command keys what it keeps by this line.
	if version := run("-V=full"); !regexp.MustCompile(`^\S+ version \S.* buildID=\S+\n$`).MatchString(version) {
		t.Errorf("-V=full: %q", version)
	}
	var flags []struct {
		Name, Usage string
		Bool        bool
	}
	if err := json.Unmarshal([]byte(run("-flags")), &flags); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range flags {
		names = append(names, f.Name)
	}
	for _, a := range ignores.All() {
		if !slices.Contains(names, a.Name) {
			t.Errorf("-flags does not list %s: %v", a.Name, names)
		}
	}
	for _, want := range []string{"sessionmap.all", "json"} {
		if !slices.Contains(names, want) {
			t.Errorf("-flags does not list %s", want)
		}
	}

	// A .cfg that cannot be read ends with an error, not as a package without findings.
	for name, text := range map[string]string{"absent.cfg": "", "empty.cfg": "{", "other.cfg": `{"ImportPath": "x", "GoFiles": ["absent.go"], "Compiler": "gc"}`} {
		cfg := filepath.Join(t.TempDir(), name)
		if text != "" {
			if err := os.WriteFile(cfg, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command(tool, cfg).CombinedOutput()
		if err == nil || len(out) == 0 || strings.Contains(string(out), "goroutine ") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestMultichecker builds the program of docs/drivers.md and compares it with go vet.
func TestMultichecker(t *testing.T) {
	t.Parallel()
	multi := filepath.Join(t.TempDir(), "multi.exe")
	if out, err := exec.Command("go", "build", "-o", multi, "./testdata/multi").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := extract(t, "testdata/ignore.txtar")
	cmd := exec.Command(multi, "-json", "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := slices.DeleteFunc(told(t, dir, string(out)), func(d diagnostic) bool { return d.rule != "sessionmap" && d.rule != "ambient" })
	vetted, errs, err := vet(t, dir, "-json", "-sessionmap", "-ambient", "./...")
	if err != nil {
		t.Fatalf("%v\n%s", err, errs)
	}
	if want := told(t, dir, vetted); len(want) == 0 || !slices.Equal(slices.Compact(got), want) {
		t.Errorf("by multichecker:\n%s\nby go vet:\n%s", list(got), list(want))
	}
}

// TestExported looks at what multichecker, gopls and nogo need: a variable Analyzer in the package of each rule.
func TestExported(t *testing.T) {
	for _, a := range ignores.All() {
		found := false
		files, err := filepath.Glob(filepath.Join("..", "..", "analyzers", a.Name, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(src), "\nvar Analyzer = ") && !strings.HasSuffix(file, "_test.go")
		}
		if !found {
			t.Errorf("the package analyzers/%s exports no Analyzer", a.Name)
		}
	}
}
