package scaffold

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// newModule writes a go.mod with the given requirements into a new folder.
func newModule(t *testing.T, requires ...string) string {
	t.Helper()
	dir := t.TempDir()
	text := "module example.com/shop\n\ngo 1.25.0\n"
	for _, r := range requires {
		text += "\nrequire " + r + "\n"
	}
	write(t, filepath.Join(dir, "go.mod"), text)
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func prepare(t *testing.T, o Options) *Plan {
	t.Helper()
	p, err := Prepare(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func apply(t *testing.T, o Options) *Plan {
	t.Helper()
	p := prepare(t, o)
	if err := p.Apply(); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPackedIsFresh(t *testing.T) {
	cmd := exec.Command("go", "run", "./internal/pack", "source", filepath.Join(t.TempDir(), "x"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(cmd.Args[len(cmd.Args)-1])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, packed) {
		t.Error("source.txtar is out of date: run go generate ./internal/scaffold")
	}
}

func TestFiles(t *testing.T) {
	const gosdk, mcpgo = "github.com/modelcontextprotocol/go-sdk v1.8.0", "github.com/mark3labs/mcp-go v1.2.1"
	for _, test := range []struct {
		name          string
		requires      []string
		stores        []string
		with, without []string
		require       []string
	}{
		{"default", nil, nil, []string{"sqlite.go", "sql.go", "memory.go"}, []string{"postgres.go", "redis.go", "principal_gosdk.go", "principal_mcpgo.go", "go.mod"}, []string{"modernc.org/sqlite@v1.48.0"}},
		{"memory", nil, []string{"memory"}, []string{"memory.go"}, []string{"sql.go", "sqlite.go"}, nil},
		{"two stores", nil, []string{"redis", "postgres"}, []string{"redis.go", "postgres.go", "sql.go"}, []string{"sqlite.go"}, []string{"github.com/jackc/pgx/v5@v5.8.0", "github.com/redis/go-redis/v9@v9.20.0"}},
		{"there already", []string{"github.com/redis/go-redis/v9 v9.1.0"}, []string{"redis"}, []string{"redis.go"}, nil, nil},
		{"go-sdk", []string{gosdk}, []string{"memory"}, []string{"principal_gosdk.go"}, []string{"principal_mcpgo.go"}, nil},
		{"mcp-go", []string{mcpgo}, []string{"memory"}, []string{"principal_mcpgo.go"}, []string{"principal_gosdk.go"}, nil},
		{"both", []string{gosdk, mcpgo}, []string{"memory"}, []string{"principal_mcpgo.go", "principal_gosdk.go"}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := newModule(t, test.requires...)
			p := apply(t, Options{Module: dir, Stores: test.stores})
			if p.ImportPath != "example.com/shop/internal/handles" {
				t.Errorf("import path %s", p.ImportPath)
			}
			if !slices.Equal(p.Require, test.require) {
				t.Errorf("requires %v, want %v", p.Require, test.require)
			}
			for _, f := range test.with {
				if _, err := os.Stat(filepath.Join(dir, DefaultDir, f)); err != nil {
					t.Error(err)
				}
			}
			for _, f := range test.without {
				if _, err := os.Stat(filepath.Join(dir, DefaultDir, f)); err == nil {
					t.Errorf("%s is there", f)
				}
			}
		})
	}
}

func TestAgain(t *testing.T) {
	dir := newModule(t)
	o := Options{Module: dir, Stores: []string{"memory"}}
	apply(t, o)
	if p := prepare(t, o); !p.Done() || len(p.Files()) > 0 {
		t.Errorf("a second run would write %v and remove %v", p.Write, p.Remove)
	}
	if p := prepare(t, Options{Module: filepath.Join(dir, "internal")}); !p.Done() || !slices.Equal(p.Stores, []string{"memory"}) {
		t.Errorf("without a store it is %v, not the one that is there", p.Stores)
	}
	// Another store replaces it.
	o.Stores = []string{"sqlite"}
	apply(t, o)
	o.Stores = []string{"redis"}
	p := apply(t, o)
	if !slices.Contains(p.Remove, "sqlite.go") || !slices.Contains(p.Write, "redis.go") || slices.Contains(p.Write, "handles.go") {
		t.Errorf("wrote %v, removed %v", p.Write, p.Remove)
	}
	if _, err := os.Stat(filepath.Join(dir, DefaultDir, "sqlite.go")); err == nil {
		t.Error("sqlite.go is there")
	}
	// A package file of the user's own stays.
	write(t, filepath.Join(dir, DefaultDir, "mine.go"), "package handles\n")
	if p := prepare(t, o); len(p.Files()) > 0 {
		t.Errorf("would write %v and remove %v", p.Write, p.Remove)
	}
}

func TestCutShort(t *testing.T) {
	dir := newModule(t)
	o := Options{Module: dir, Stores: []string{"memory"}}
	apply(t, o)
	for _, f := range []string{sumsFile, "keys.go"} {
		if err := os.Remove(filepath.Join(dir, DefaultDir, f)); err != nil {
			t.Fatal(err)
		}
	}
	if p := apply(t, o); !slices.Equal(p.Write, []string{"keys.go"}) {
		t.Errorf("wrote %v", p.Write)
	}
	if p := prepare(t, o); !p.Done() {
		t.Error("not done")
	}
}

func TestRefused(t *testing.T) {
	edited := func(name string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			apply(t, Options{Module: dir})
			write(t, filepath.Join(dir, DefaultDir, name), "package handles\n\n// mine\n")
		}
	}
	for _, test := range []struct {
		name   string
		before func(t *testing.T, dir string)
		o      Options
		want   string
	}{
		{"an edited file", edited("keys.go"), Options{}, "was edited since it was scaffolded (keys.go)"},
		{"an edited file that is not needed any more", edited("sqlite.go"), Options{Stores: []string{"memory"}}, "(sqlite.go)"},
		{"somebody else's package", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, DefaultDir, "other.go"), "package handles\n")
		}, Options{}, "no scaffold has written (other.go)"},
		{"somebody else's file", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, DefaultDir, "keys.go"), "package handles\n")
		}, Options{}, "no scaffold has written (keys.go)"},
		{"a record that is broken", func(t *testing.T, dir string) { write(t, filepath.Join(dir, DefaultDir, sumsFile), "keys.go\n") }, Options{}, sumsFile + ":1: not a line"},
		{"a file in place of a folder", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "internal"), "") }, Options{}, "a part of its name is a file"},
		{"an unknown store", nil, Options{Stores: []string{"mongo"}}, `there is no store "mongo": use sqlite, memory, postgres, redis`},
		{"a folder outside", nil, Options{Dir: "../x"}, "below the module's root"},
		{"the root", nil, Options{Dir: "."}, "below the module's root"},
		{"no package name", nil, Options{Dir: "internal/1st"}, "cannot be the name of a package"},
		{"a broken go.mod", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "go.mod"), "modul x\n") }, Options{}, "go.mod cannot be read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := newModule(t)
			if test.before != nil {
				test.before(t, dir)
			}
			before := snapshot(t, dir)
			test.o.Module = dir
			_, err := Prepare(test.o)
			var usage *UsageError
			if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if !maps.Equal(before, snapshot(t, dir)) {
				t.Error("something was written")
			}
		})
	}
	if _, err := Prepare(Options{Module: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "not inside a Go module") {
		t.Errorf("without a module: %v", err)
	}
}

func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		out[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The package builds under another name and passes its own tests, with what go.mod says.
func TestBuilds(t *testing.T) {
	dir := newModule(t)
	p := apply(t, Options{Module: dir, Dir: "state/handle_store", Stores: []string{"memory"}})
	if err := p.Get(t.Context(), os.Environ()); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "example.com/shop/state/handle_store") {
		t.Errorf("%s", out)
	}
}

// A driver that another module needs in a newer release is not taken back to the one that the package was tested with, and that other
// module not with it.
func TestNewerDriver(t *testing.T) {
	dir := newModule(t, "example.com/charts v1.2.0")
	write(t, filepath.Join(dir, "go.mod"), read(t, dir, "go.mod")+`
replace (
	example.com/charts v1.1.0 => ./charts1
	example.com/charts v1.2.0 => ./charts2
	modernc.org/sqlite v1.48.0 => ./sqlite
	modernc.org/sqlite v1.157.0 => ./sqlite
)
`)
	write(t, filepath.Join(dir, "shop.go"), "package shop\n\nimport _ \"example.com/charts\"\n")
	write(t, filepath.Join(dir, "sqlite", "go.mod"), "module modernc.org/sqlite\n\ngo 1.25.0\n")
	write(t, filepath.Join(dir, "sqlite", "sqlite.go"), "package sqlite\n")
	for folder, version := range map[string]string{"charts1": "v1.48.0", "charts2": "v1.157.0"} {
		write(t, filepath.Join(dir, folder, "go.mod"), "module example.com/charts\n\ngo 1.25.0\n\nrequire modernc.org/sqlite "+version+"\n")
		write(t, filepath.Join(dir, folder, "charts.go"), "package charts\n\nimport _ \"modernc.org/sqlite\"\n")
	}
	p := apply(t, Options{Module: dir, Stores: []string{"sqlite"}})
	if err := p.Get(t.Context(), append(os.Environ(), "GOPROXY=off")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"modernc.org/sqlite v1.157.0", "example.com/charts v1.2.0"} {
		if !strings.Contains(strings.ReplaceAll(read(t, dir, "go.mod"), "require ", "\t"), "\t"+want+"\n") {
			t.Errorf("go.mod does not require %s:\n%s", want, read(t, dir, "go.mod"))
		}
	}
	if want := []string{"modernc.org/sqlite@v1.157.0"}; !slices.Equal(p.Require, want) {
		t.Errorf("it says %q, want %q", p.Require, want)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReason(t *testing.T) {
	const out = "go: downloading example.com/a v1.0.0\ngo: example.com/b@v1.0.0: reading https://proxy.example/b.mod: 403 Forbidden\n\tserver response: not available.\n"
	if got, want := reason(out), "go: example.com/b@v1.0.0: reading https://proxy.example/b.mod: 403 Forbidden server response: not available."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
