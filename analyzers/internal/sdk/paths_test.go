package sdk

import (
	"slices"
	"strings"
	"testing"
)

// The quick answers must be those of the parsed tables.
func TestPaths(t *testing.T) {
	tables := Builtin()
	quickSDKs := slices.Sorted(slices.Values(quick().sdks))
	if got := slices.Compact(quickSDKs); !slices.Equal(got, tables.SDKPaths()) {
		t.Errorf("SDKs %v, the tables have %v", got, tables.SDKPaths())
	}
	versioned := map[string]bool{}
	for _, e := range tables.Entries() {
		if e.Role != SDK && (e.Since != "" || e.Until != "") {
			versioned[e.Path] = true
		}
	}
	if len(versioned) == 0 {
		t.Error("no entry has versions")
	}
	for _, e := range tables.Entries() {
		path := strings.ReplaceAll(strings.TrimSuffix(e.Path, "/..."), "v*", "v7")
		if got, want := IsSDKPath(path), tables.IsSDK(path); got != want {
			t.Errorf("IsSDKPath(%s) = %t", path, got)
		}
		if versioned[e.Path] && !HasVersions(path) {
			t.Errorf("HasVersions(%s) = false", path)
		}
	}
	for _, path := range []string{"", "fmt", "net/http", "example.com/server", "github.com/modelcontextprotocol"} {
		if IsSDKPath(path) || HasVersions(path) {
			t.Errorf("%q: IsSDKPath %t, HasVersions %t", path, IsSDKPath(path), HasVersions(path))
		}
	}
}

func BenchmarkPaths(b *testing.B) {
	for b.Loop() {
		for line := range strings.Lines(benchLines) {
			columns(line)
		}
	}
}

var benchLines = strings.Repeat("container.get  github.com/example/cache  Cache.Get  >=v1.2.0  key=0  # why\n", 3000)
