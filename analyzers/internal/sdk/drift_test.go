package sdk

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// sdkVersions are the releases at which every line of the SDK tables is
// checked: those where the SDKs' own API changed, and the newest.
var sdkVersions = []struct {
	table, module string
	versions      []string
}{
	{"tables/gosdk.table", "github.com/modelcontextprotocol/go-sdk",
		[]string{"v1.0.0", "v1.2.0", "v1.4.0", "v1.5.0", "v1.6.0", "v1.7.0", "v1.8.0"}},
	{"tables/mcpgo.table", "github.com/mark3labs/mcp-go",
		[]string{"v0.20.0", "v0.32.0", "v0.43.2", "v0.44.0", "v0.57.0", "v0.58.0", "v1.0.0", "v1.1.1", "v1.2.1"}},
}

// TestDrift holds the version ranges to the SDKs' real declarations, both
// ways: a line that holds at a version resolves there, one that does not hold
// does not resolve.
func TestDrift(t *testing.T) {
	if testing.Short() {
		t.Skip("downloads the SDKs")
	}
	std := newStd()
	for _, s := range sdkVersions {
		for _, version := range s.versions {
			t.Run(s.module+"@"+version, func(t *testing.T) {
				src := newSources(std, map[string]string{s.module: download(t, s.module, version)})
				checked := 0
				for _, e := range Builtin().Entries() {
					if e.File == s.table && e.Role != SDK {
						checkAt(t, src, e, version)
						checked++
					}
				}
				if checked == 0 {
					t.Fatalf("no lines in %s", s.table)
				}
			})
		}
	}
}

func checkAt(t *testing.T, src *sources, e Entry, version string) {
	t.Helper()
	pkg, err := src.load(e.Path)
	found := false
	var r resolution
	if err == nil {
		r, found = resolve(pkg, e.Symbol)
	}
	switch {
	case e.ValidAt(version) && !found:
		t.Errorf("%s:%d: %s is not in %s", e.File, e.Line, e, version)
	case e.ValidAt(version):
		if msg := misfit(e, r); msg != "" {
			t.Errorf("%s:%d: %s at %s: %s", e.File, e.Line, e, version, msg)
		}
	case found:
		// Another line may say what the symbol means at this version.
		if _, ok := Builtin().Role(e.Path, e.Symbol, version, e.Role); !ok {
			t.Errorf("%s:%d: %s is in %s, outside the range of every line for it", e.File, e.Line, e, version)
		}
	}
}

// TestStandardLibrary checks the lines about the standard library against the
// one that runs the test.
func TestStandardLibrary(t *testing.T) {
	std := newStd()
	checked := 0
	for _, e := range Builtin().Entries() {
		first, _, _ := strings.Cut(e.Path, "/")
		if strings.Contains(first, ".") {
			continue
		}
		checkAt(t, std, e, "")
		checked++
	}
	if checked == 0 {
		t.Fatal("no lines about the standard library")
	}
}

// download asks the go command for a module and returns its directory.
func download(t *testing.T, module, version string) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", module+"@"+version)
	cmd.Dir = t.TempDir() // outside any module
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var reply struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &reply); jsonErr != nil || reply.Dir == "" {
		t.Fatalf("cannot download %s@%s, which this test needs (run it with -short to skip): %v %s %s",
			module, version, err, reply.Error, stderr.String())
	}
	return reply.Dir
}
