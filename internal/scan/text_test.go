package scan

import (
	"context"
	"os"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"golang.org/x/tools/txtar"
)

// loadText loads a module that is written down as one text, without problems.
func loadText(t *testing.T, module string) *loaded {
	t.Helper()
	dir := t.TempDir()
	files, err := txtar.FS(txtar.Parse([]byte(module)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	ld, err := load(context.Background(), Options{Dir: dir}, sdkTest(engine.Builtin()))
	if err != nil {
		t.Fatal(err)
	}
	if len(ld.problems) > 0 {
		t.Fatal(ld.problems)
	}
	return ld
}
