//go:build corpus

package corpus

import (
	"encoding/json"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/scan"
)

// What no change may fall below. The servers that the Go module proxy serves
// are fewer than all, and their recall is a little lower.
const (
	floorRecall    = 0.93
	floorGrave     = 0.94
	floorPrecision = 0.97
	floorWrites    = 0.89
)

// TestServers audits the labelled servers and compares: those that the Go
// module proxy serves, and all that stand under $MCPAUDIT_CORPUS as NAME. Those
// that need a newer Go, or are in a repository only, are skipped and named.
func TestServers(t *testing.T) {
	servers, err := Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	var sum Score
	n := 0
	for _, s := range servers {
		t.Run(s.Name, func(t *testing.T) {
			dir := checkout(t, s)
			needsGo(t, dir)
			r, err := scan.Run(t.Context(), scan.Options{Dir: dir, Patterns: s.Packages})
			if err != nil {
				t.Fatal(err)
			}
			got := Compare(s, r)
			t.Logf("recall %v, blocker and high %v, precision %v, writes %v", got.Recall, got.Grave, got.Precision, got.Writes)
			for _, m := range slices.Concat(got.Missed, got.False) {
				t.Log(m)
			}
			if _, ok := Leads(s, r); !ok {
				t.Errorf("none of the blockers that the verdict names is among the %d highest findings", top)
			}
			for _, w := range got.Wrong {
				t.Errorf("%s is said to write twice and does not", w)
			}
			sum.Add(got)
			n++
		})
	}
	t.Logf("%d servers: recall %v, blocker and high %v, precision %v, writes %v", n, sum.Recall, sum.Grave, sum.Precision, sum.Writes)
	t.Logf("recall by rule %v", sum.Rules)
	if n == 0 {
		t.Fatal("no server could be had")
	}
	for _, f := range []struct {
		what  string
		have  Ratio
		floor float64
	}{
		{"recall", sum.Recall, floorRecall}, {"recall of blocker and high", sum.Grave, floorGrave},
		{"precision", sum.Precision, floorPrecision}, {"writes", sum.Writes, floorWrites},
	} {
		if f.have.Value() < f.floor {
			t.Errorf("%s %v is below %.2f", f.what, f.have, f.floor)
		}
	}
}

// needsGo skips servers for a newer Go than this.
func needsGo(t *testing.T, dir string) {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if v := "go" + modfileGo(data); version.Compare(v, runtime.Version()) > 0 {
		t.Skipf("needs %s, this is %s", v, runtime.Version())
	}
}

func modfileGo(data []byte) string {
	for line := range strings.Lines(string(data)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "go "); ok {
			return v
		}
	}
	return ""
}

// checkout is a folder with the server's code.
func checkout(t *testing.T, s Server) string {
	if root := os.Getenv("MCPAUDIT_CORPUS"); root != "" {
		dir := filepath.Join(root, s.Name)
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	if !strings.HasPrefix(s.Version, "v") {
		t.Skipf("%s is in its repository only", s.Module)
	}
	cmd := exec.Command("go", "mod", "download", "-json", s.Module+"@"+s.Version)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	var m struct{ Dir, Error string }
	if json.Unmarshal(out, &m) != nil || m.Dir == "" {
		t.Skipf("%s@%s cannot be had here: %s %v", s.Module, s.Version, m.Error, err)
	}
	// The go command writes to go.sum, which the module cache does not allow.
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(m.Dir)); err != nil {
		t.Fatal(err)
	}
	if err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, 0o755)
	}); err != nil {
		t.Fatal(err)
	}
	return dir
}
