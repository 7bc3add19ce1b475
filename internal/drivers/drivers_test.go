// Package drivers_test compares the drivers that the rules run under: the
// command line, which sees a module at once, and those of go/analysis, which
// see one package at a time.
package drivers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/txtar"

	"github.com/mcpaudit/mcpaudit/analyzers/sessionmap"
)

const stubs = "../../analyzers/internal/ruletest/testdata/stubs/github.com/modelcontextprotocol/go-sdk"

// extract writes a module from an archive, and beside it what its tests declare
// of the SDK.
func extract(t *testing.T, archive string) string {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	files, err := txtar.FS(a)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyTree(t, dir, files)
	if _, err := fs.Stat(files, "main.go"); err == nil {
		copyTree(t, filepath.Join(dir, "sdk"), os.DirFS(stubs))
		if err := os.WriteFile(filepath.Join(dir, "sdk", "go.mod"), []byte("module github.com/modelcontextprotocol/go-sdk\n\ngo 1.26\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func copyTree(t *testing.T, dir string, files fs.FS) {
	t.Helper()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
}

// TestPackages runs one rule over a module of several packages.
func TestPackages(t *testing.T) {
	dir := extract(t, "testdata/module.txtar")
	analysistest.Run(t, dir, sessionmap.Analyzer, "example.com/app/...")
}
