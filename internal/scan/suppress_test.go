package scan

import (
	"path/filepath"
	"testing"
)

func TestExclusion(t *testing.T) {
	base := t.TempDir()
	for _, test := range []struct {
		pattern, file, rule string
		rules               []string
		want                bool
	}{
		{"internal/legacy/**", "internal/legacy/a.go", "memo", nil, true},
		{"internal/legacy/**", "internal/legacy/b/c/a.go", "memo", nil, true},
		{"internal/legacy/**", "internal/legacyfoo/a.go", "memo", nil, false},
		{"internal/legacy", "internal/legacy/b/a.go", "memo", nil, true}, // a folder is all below it
		{"internal/*", "internal/b/a.go", "memo", nil, true},
		{"*/legacy", "internal/legacy/a.go", "memo", nil, true},
		{"legacy", "internal/legacy/a.go", "memo", nil, false},
		{"**/legacy", "internal/legacy/a.go", "memo", nil, true},
		{"main.go", "main.go", "memo", nil, true},
		{"main.go", "cmd/main.go", "memo", nil, false},
		{"**/*.{pb,gen}.go", "a/b.gen.go", "memo", nil, true},
		{"**", "a/b.go", "memo", []string{"memo"}, true},
		{"**", "a/b.go", "ambient", []string{"memo"}, false},
		{"**", "../other/b.go", "memo", nil, false}, // outside of where the settings hold
	} {
		x := Exclusion{Pattern: test.pattern, Base: base, Rules: test.rules}
		if got := x.covers(filepath.Join(base, filepath.FromSlash(test.file)), test.rule); got != test.want {
			t.Errorf("%s covers %s: %t", test.pattern, test.file, got)
		}
	}
	for pattern, ok := range map[string]bool{"a/**": true, "": false, "/a": false, "a[": false, "{a,b": false} {
		if msg := CheckPattern(pattern); (msg == "") != ok {
			t.Errorf("%q: %q", pattern, msg)
		}
	}
}
