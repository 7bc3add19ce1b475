package drivers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

// customGCL names a golangci-lint with the plugin, which .ci/custom-gcl builds.
const customGCL = "MCPAUDIT_TEST_CUSTOM_GCL"

const golangciConfig = `version: "2"
linters:
  default: none
  enable: [mcpaudit]
  settings:
    custom:
      mcpaudit:
        type: module
        description: finds session state in MCP servers
        settings: {%s}
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

// golangci runs golangci-lint and returns its issues and what it says on standard error.
func golangci(t *testing.T, dir, settings string, args ...string) ([]diagnostic, string) {
	t.Helper()
	bin := os.Getenv(customGCL)
	if bin == "" {
		t.Skipf("%s does not name a golangci-lint with the plugin: .ci/run golangci does", customGCL)
	}
	config := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(config, fmt.Appendf(nil, golangciConfig, settings), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, append([]string{"run", "--config", config, "--path-mode", "abs", "--output.json.path", "stdout", "--show-stats=false", "--allow-parallel-runners"}, args...)...)
	cmd.Dir = dir
	// golangci-lint tells plugins that come from a folder apart by the files in its root alone, so that what it keeps of one
	// would answer for the next.
	cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+filepath.Join(filepath.Dir(bin), "results"))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, fmt.Sprintf("%v: %s", err, errs.String())
	}
	var printed struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &printed); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out.String(), errs.String())
	}
	var all []diagnostic
	for _, i := range printed.Issues {
		rule, message, ok := strings.Cut(i.Text, ": ")
		if i.FromLinter != "mcpaudit" || !ok {
			t.Errorf("an issue of %s: %s", i.FromLinter, i.Text)
			continue
		}
		all = append(all, newDiagnostic(t, dir, rule, fmt.Sprintf("%s:%d:%d", i.Pos.Filename, i.Pos.Line, i.Pos.Column), message))
	}
	slices.SortFunc(all, diagnostic.compare)
	return slices.Compact(all), errs.String()
}

// TestGolangci compares golangci-lint with go vet, and both with the command line.
func TestGolangci(t *testing.T) {
	sdk := moduleSource(t, "github.com/modelcontextprotocol/go-sdk@v1.8.0")
	for name, test := range map[string]struct {
		dir, pattern string
		atLeast      int
	}{
		"fixtures":    {filepath.Join(fixtures, "gosdk"), "./...", 12},
		"comments":    {extract(t, "testdata/ignore.txtar"), "./...", 5},
		"real module": {sdk, "./examples/...", 10}, // programs of people who write the SDK, as they are published
	} {
		t.Run(name, func(t *testing.T) {
			got, errs := golangci(t, test.dir, "", test.pattern)
			if len(got) < test.atLeast {
				t.Errorf("only %d issues:\n%s%s", len(got), list(got), errs)
			}
			out, verrs, err := vet(t, test.dir, "-json", test.pattern)
			if err != nil {
				t.Fatalf("%v\n%s", err, verrs)
			}
			if want := slices.Compact(told(t, test.dir, out)); !slices.Equal(got, want) {
				t.Errorf("by golangci-lint:\n%s\nby go vet:\n%s", list(got), list(want))
			}
			whole := audited(t, test.dir, test.pattern)
			for _, d := range got {
				if d.rule != "ignores" && !slices.ContainsFunc(whole, func(f report.Finding) bool { return says(f, d) }) {
					t.Errorf("the command line does not find %s", list([]diagnostic{d}))
				}
			}
		})
	}
}

// TestGolangciFix has golangci-lint apply a rewrite.
func TestGolangciFix(t *testing.T) {
	dir := extract(t, "testdata/fix.txtar")
	if left, errs := golangci(t, dir, "", "--fix", "./..."); slices.ContainsFunc(left, func(d diagnostic) bool { return d.rule == "hints" }) {
		t.Errorf("not mended:\n%s%s", list(left), errs)
	}
	text, err := os.ReadFile(filepath.Join(dir, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "ReadOnlyHint: false") {
		t.Errorf("the annotation stands as it was:\n%s", text)
	}
}

// moduleSource copies a module of the module cache to where it can be linted.
func moduleSource(t *testing.T, module string) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyTree(t, dir, os.DirFS(m.Dir))
	return dir
}

var trailing = regexp.MustCompile(`(?m)^(\s+pins .*)$`)

// TestGolangciNolint sets findings aside as users of golangci-lint do.
func TestGolangciNolint(t *testing.T) {
	dir := t.TempDir()
	copyTree(t, filepath.Join(dir, "gosdk"), os.DirFS(filepath.Join(fixtures, "gosdk")))
	copyTree(t, filepath.Join(dir, "harness"), os.DirFS(filepath.Join(fixtures, "harness")))
	dir = filepath.Join(dir, "gosdk")
	before, _ := golangci(t, dir, "", "./notes/before")
	file := filepath.Join(dir, "notes", "before", "main.go")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, trailing.ReplaceAll(src, []byte("$1 //nolint:mcpaudit // old clients only")), 0o666); err != nil {
		t.Fatal(err)
	}
	after, _ := golangci(t, dir, "", "./notes/before")
	about := func(d diagnostic) bool { return strings.HasPrefix(d.message, "main.notebook.pins: ") }
	if !slices.ContainsFunc(before, about) {
		t.Fatalf("nothing about pins in\n%s", list(before))
	}
	if want := slices.DeleteFunc(before, about); !slices.Equal(after, want) {
		t.Errorf("with the comment:\n%s\nwant:\n%s", list(after), list(want))
	}
}

// TestGolangciSettings gives settings to the plugin by way of golangci-lint.
func TestGolangciSettings(t *testing.T) {
	dir := filepath.Join(fixtures, "gosdk")
	only, errs := golangci(t, dir, "enable: [sessionmap]", "./notes/before")
	if len(only) == 0 || slices.ContainsFunc(only, func(d diagnostic) bool { return d.rule != "sessionmap" }) {
		t.Errorf("with one rule:\n%s%s", list(only), errs)
	}
	if _, errs := golangci(t, dir, "enabel: [sessionmap]", "./notes/before"); !strings.Contains(errs, `unknown setting "enabel": did you mean enable?`) {
		t.Errorf("a misspelt setting: %s", errs)
	}
}
