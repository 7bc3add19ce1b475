package handles

import (
	"context"
	"path/filepath"
	"testing"
	"time"
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

// Two processes share a map through their store.
func TestMapProcesses(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	address := "sqlite:" + filepath.Join(t.TempDir(), "handles.db")
	var stores [2]Store
	for i := range stores {
		s, err := openers["sqlite"](t.Context(), address)
		noError(t, err)
		t.Cleanup(func() { noError(t, s.Close()) })
		stores[i] = s
	}
	for i := range 10 {
		m := NewMap[string, []int]("x", time.Hour)
		noError(t, during(t, stores[i%2], "ada", func(ctx context.Context) {
			m.In(ctx).Set("k", append(m.In(ctx).Get("k"), i))
		}))
	}
	noError(t, during(t, stores[0], "ada", func(ctx context.Context) {
		if got := NewMap[string, []int]("x", time.Hour).In(ctx).Get("k"); len(got) != 10 {
			t.Errorf("%v", got)
		}
	}))
}
