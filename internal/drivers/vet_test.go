package drivers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const fixtures = "../../fixtures"

// program builds mcpaudit once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "mcpaudit")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "mcpaudit.exe")
	// Without the version of the tree, the same code is the same program to the go command, which keeps what it found.
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", name, "github.com/mcpaudit/mcpaudit/cmd/mcpaudit").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return name, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if name, err := program(); err == nil {
		os.RemoveAll(filepath.Dir(name))
	}
	os.Exit(code)
}

// vet runs go vet with mcpaudit as its tool and returns what it prints.
func vet(t *testing.T, dir string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	tool, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + tool}, args...)...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// told reads what go vet -json prints.
func told(t *testing.T, dir, out string) []diagnostic {
	t.Helper()
	var all []diagnostic
	for dec := json.NewDecoder(strings.NewReader(out)); ; {
		var packages map[string]map[string]json.RawMessage
		if err := dec.Decode(&packages); errors.Is(err, io.EOF) {
			slices.SortFunc(all, diagnostic.compare)
			return all
		} else if err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		for pkg, rules := range packages {
			for rule, raw := range rules {
				var found []struct{ Posn, Message string }
				if err := json.Unmarshal(raw, &found); err != nil {
					t.Fatalf("%s: %s: %s", pkg, rule, raw)
				}
				for _, f := range found {
					all = append(all, newDiagnostic(t, dir, rule, f.Posn, f.Message))
				}
			}
		}
	}
}

// TestVet runs go vet as a user does.
func TestVet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, pkg := range []string{"gosdk/notes/before", "gosdk/internal/access"} {
		copyTree(t, filepath.Join(dir, pkg), os.DirFS(filepath.Join(fixtures, pkg)))
	}
	for _, name := range []string{"gosdk/go.mod", "gosdk/go.sum", "harness/go.mod"} {
		text, err := os.ReadFile(filepath.Join(fixtures, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	dir = filepath.Join(dir, "gosdk")

	_, first, err := vet(t, dir, "./...")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("exit status: %v, not 1", err)
	}
	for _, want := range []string{
		"notes/before/main.go", "main.notebook.pins: ", "[sessionmap: ", "[statefultransport: blocker, sure]",
		": \twrites notebook.pins", // a step of the path
	} {
		if !strings.Contains(first, want) {
			t.Errorf("%q is not in what vet prints:\n%s", want, first)
		}
	}

	// What has not changed is not analysed again, and said again.
	_, second, err := vet(t, dir, "-x", "./...")
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("second run, exit status: %v, not 1", err)
	}
	if strings.Contains(second, "vet.cfg") {
		t.Error("the second run analyses again")
	}
	for line := range strings.Lines(first) {
		if !strings.HasPrefix(line, "#") && !strings.Contains(second, line) {
			t.Errorf("the second run does not say %q", line)
		}
	}

	// One rule alone, and with what it leaves out by default.
	_, alone, _ := vet(t, dir, "-sessionmap", "./...")
	if !strings.Contains(alone, "[sessionmap: ") || strings.Contains(alone, "[statefultransport: ") {
		t.Errorf("with -sessionmap:\n%s", alone)
	}
}

// TestVetSilent runs go vet where nothing speaks MCP.
func TestVetSilent(t *testing.T) {
	t.Parallel()
	dir := extract(t, "testdata/plain.txtar")
	if stdout, stderr, err := vet(t, dir, "./..."); err != nil || stdout+stderr != "" {
		t.Errorf("%v\n%s%s", err, stdout, stderr)
	}
}
