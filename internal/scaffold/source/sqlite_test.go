package handles

import (
	"path/filepath"
	"testing"
)

func init() {
	addresses["sqlite"] = func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "handles.db") }
}

func TestSQLiteAddress(t *testing.T) {
	if _, err := Open(t.Context(), "sqlite:"); err == nil {
		t.Error("no file is no error")
	}
	if _, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "no", "folder", "x.db")); err == nil {
		t.Error("a folder that is not there is no error")
	}
}
