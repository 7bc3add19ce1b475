package scaffold

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/txtar"
)

//go:embed source.txtar
var packed []byte

// The defaults of Options.
const (
	DefaultDir   = "internal/handles"
	DefaultStore = "sqlite"
)

// Options say what to write and where.
type Options struct {
	Module string   // the module's folder or one below it; "" is the current one
	Dir    string   // the package's folder, relative to the module's root; "" is DefaultDir
	Stores []string // names of Stores; none means what is there, or DefaultStore
}

// A store is one that can be chosen.
type store struct {
	files   []string // beside the common ones
	modules []string // that it needs
	address string   // an example
}

var stores = map[string]store{
	"memory":   {address: "memory:"},
	"sqlite":   {files: []string{"sql.go", "sqlite.go", "sql_test.go", "sqlite_test.go"}, modules: []string{"modernc.org/sqlite"}, address: "sqlite:handles.db"},
	"postgres": {files: []string{"sql.go", "postgres.go", "sql_test.go", "postgres_test.go"}, modules: []string{"github.com/jackc/pgx/v5"}, address: "postgres://user:password@host:5432/database"},
	"redis":    {files: []string{"redis.go", "redis_test.go"}, modules: []string{"github.com/redis/go-redis/v9"}, address: "redis://host:6379/0"},
}

// Stores lists the stores, the default first.
func Stores() []string {
	names := slices.Sorted(maps.Keys(stores))
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(b2i(a != DefaultStore), b2i(b != DefaultStore))
	})
	return names
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// common are the files that every scaffold has.
var common = []string{
	"doc.go", "handles.go", "store.go", "memory.go", "once.go", "idempotent.go", "keys.go", "cursor.go", "state.go", "config.go", "principal.go",
	"map.go", "syncmap.go", "table.go", "resume.go", "buffer.go", "stores_test.go", "seals_test.go", "map_test.go", "syncmap_test.go", "table_test.go", "resume_test.go", "buffer_test.go",
}

// sdkFiles are the files for one SDK, from a release on.
type sdkFiles struct {
	sdk, from string
	files     []string
}

var sdks = []sdkFiles{
	{"github.com/modelcontextprotocol/go-sdk", "v1.2.0", []string{"principal_gosdk.go", "tools_gosdk.go", "calls_gosdk.go", "principal_gosdk_test.go", "tools_gosdk_test.go", "calls_gosdk_test.go"}},
	{"github.com/modelcontextprotocol/go-sdk", "v1.7.0", []string{"mrtr_gosdk.go", "mrtr_gosdk_test.go"}},
	{"github.com/mark3labs/mcp-go", "v0.20.0", []string{"principal_mcpgo.go", "tools_mcpgo.go", "calls_mcpgo.go"}},
	{"github.com/mark3labs/mcp-go", "v1.0.0", []string{"mrtr_mcpgo.go", "mrtr_mcpgo_test.go"}},
	{"github.com/mark3labs/mcp-go", "v0.41.0", []string{"principal_mcpgo_test.go", "tools_mcpgo_test.go", "calls_mcpgo_test.go"}}, // its tests use newer API
}

// newest is a version above all others.
const newest = "v9999.0.0"

// UsageError is a mistake of the user's, or something in the user's module that
// stands in the way. Nothing has been written.
type UsageError struct{ Msg string }

func (e *UsageError) Error() string { return e.Msg }

func usagef(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// A Plan is what would be written.
type Plan struct {
	Root       string   // the module's folder
	Dir        string   // of the package, relative to Root, with slashes
	ImportPath string   // of the package
	Stores     []string // sorted
	SDKs       []string // module paths of those that the module requires, sorted
	Old        []string // SDKs in a release that the package knows nothing of: path, release and what is needed, for people
	Write      []string // files that are new or have changed, sorted
	Remove     []string // files of an earlier scaffold that are not needed any more, sorted
	Same       int      // files that are there already
	Require    []string // module@version that the module does not require yet, sorted
	Addresses  []string // an example for each store
	Vendored   bool     // the module has a vendor folder

	content map[string][]byte
	stale   bool // the record of what was written is not there or not this one
}

// Prepare looks at the user's module and says what is to be written. It refuses
// to overwrite files that it did not write or that were edited since.
func Prepare(o Options) (*Plan, error) {
	p := &Plan{content: map[string][]byte{}}
	var err error
	if p.Root, err = moduleRoot(o.Module); err != nil {
		return nil, err
	}
	mod, err := readModule(p.Root)
	if err != nil {
		return nil, err
	}
	if p.Dir, err = packageDir(cmp.Or(o.Dir, DefaultDir)); err != nil {
		return nil, err
	}
	p.ImportPath = path.Join(mod.Module.Mod.Path, p.Dir)
	old, err := readSums(filepath.Join(p.Root, p.Dir))
	if err != nil {
		return nil, err
	}
	if p.Stores, err = chosen(o.Stores, old); err != nil {
		return nil, err
	}
	if st, err := os.Stat(filepath.Join(p.Root, "vendor")); err == nil && st.IsDir() {
		p.Vendored = true
	}
	source := txtar.Parse(packed)
	names := slices.Clone(common)
	needs := []string{}
	for _, s := range p.Stores {
		names, needs = append(names, stores[s].files...), append(needs, stores[s].modules...)
		p.Addresses = append(p.Addresses, stores[s].address)
	}
	for _, x := range sdks {
		v := required(mod, x.sdk)
		if mod.Module.Mod.Path == x.sdk {
			v = newest // the SDK's own examples
		}
		if v != "" && semver.Compare(v, x.from) >= 0 {
			names = append(names, x.files...)
			if !slices.Contains(p.SDKs, x.sdk) {
				p.SDKs = append(p.SDKs, x.sdk)
			}
		} else if v != "" && !slices.Contains(p.SDKs, x.sdk) {
			p.Old = append(p.Old, fmt.Sprintf("%s %s (%s is needed)", x.sdk, v, x.from))
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		data, err := p.file(source, name)
		if err != nil {
			return nil, err
		}
		p.content[name] = data
	}
	if p.Require, err = missing(mod, source, needs); err != nil {
		return nil, err
	}
	return p, p.compare(old)
}

// moduleRoot is the folder with the go.mod of a folder.
func moduleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(cmp.Or(dir, "."))
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", usagef("%s is not inside a Go module: run this where go.mod is, or name that folder with -C", dir)
		}
	}
}

func readModule(root string) (*modfile.File, error) {
	name := filepath.Join(root, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	mod, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil, usagef("go.mod cannot be read: %v; mend it first", err)
	}
	if mod.Module == nil {
		return nil, usagef("%s names no module: add a module line", name)
	}
	return mod, nil
}

// packageDir checks the folder of the new package.
func packageDir(dir string) (string, error) {
	dir = path.Clean(filepath.ToSlash(dir))
	if path.IsAbs(dir) || filepath.IsAbs(dir) || dir == "." || dir == ".." || strings.HasPrefix(dir, "../") {
		return "", usagef("--dir %s: want a folder below the module's root, such as %s", dir, DefaultDir)
	}
	if err := module.CheckImportPath("example.com/" + dir); err != nil {
		return "", usagef("--dir %s: an import path cannot have this form", dir)
	}
	if name := path.Base(dir); !token.IsIdentifier(name) || name == "main" || strings.HasSuffix(name, "_test") {
		return "", usagef("--dir %s: %s cannot be the name of a package", dir, name)
	}
	return dir, nil
}

// chosen checks the names of stores. Without any it keeps those that are there.
func chosen(names []string, old sums) ([]string, error) {
	var out []string
	for _, n := range names {
		n = strings.TrimSpace(n)
		if _, ok := stores[n]; !ok {
			return nil, usagef("there is no store %q: use %s", n, strings.Join(Stores(), ", "))
		}
		out = append(out, n)
	}
	if len(out) == 0 && old != nil {
		for n, s := range stores {
			if len(s.files) > 0 && old[n+".go"] != "" {
				out = append(out, n)
			}
		}
		if len(out) == 0 {
			out = []string{"memory"}
		}
	}
	if len(out) == 0 {
		out = []string{DefaultStore}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func requires(mod *modfile.File, path string) bool { return required(mod, path) != "" }

// required is the version of a module that go.mod asks for, "" if it does not.
func required(mod *modfile.File, path string) string {
	for _, r := range mod.Require {
		if r.Mod.Path == path {
			return r.Mod.Version
		}
	}
	return ""
}

// file is one file as it is written: with the package's own name.
func (p *Plan) file(source *txtar.Archive, name string) ([]byte, error) {
	i := slices.IndexFunc(source.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("internal error: the scaffold has no file %s", name)
	}
	text := string(source.Files[i].Data)
	if pkg := path.Base(p.Dir); pkg != "handles" {
		text = strings.Replace(text, "\npackage handles\n", "\npackage "+pkg+"\n", 1)
		if rest, ok := strings.CutPrefix(text, "package handles\n"); ok {
			text = "package " + pkg + "\n" + rest
		}
		if name == "doc.go" {
			text = strings.NewReplacer("// Package handles ", "// Package "+pkg+" ", "handles.Kind", pkg+".Kind").Replace(text)
		}
	}
	return []byte(text), nil
}

// missing lists the modules that the scaffold needs and that the user's module
// does not require, in the versions that it was tested with.
func missing(mod *modfile.File, source *txtar.Archive, needs []string) ([]string, error) {
	i := slices.IndexFunc(source.Files, func(f txtar.File) bool { return f.Name == "go.mod" })
	if i < 0 {
		return nil, errors.New("internal error: the scaffold has no go.mod")
	}
	tested, err := modfile.Parse("go.mod", source.Files[i].Data, nil)
	if err != nil {
		return nil, fmt.Errorf("internal error: the scaffold's go.mod: %w", err)
	}
	var out []string
	for _, r := range tested.Require {
		if slices.Contains(needs, r.Mod.Path) && !requires(mod, r.Mod.Path) {
			out = append(out, r.Mod.String())
		}
	}
	if mod.Go == nil || semver.Compare("v"+mod.Go.Version, "v"+minGo) < 0 {
		out = append(out, "go@"+minGo)
	}
	slices.Sort(out)
	return out, nil
}

// minGo is the Go version that the scaffold's code needs.
const minGo = "1.25.0"

// compare finds out what differs from what is there.
func (p *Plan) compare(old sums) error {
	dir := filepath.Join(p.Root, p.Dir)
	var edited, foreign []string
	for _, name := range slices.Sorted(maps.Keys(p.content)) {
		have, err := os.ReadFile(filepath.Join(dir, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			p.Write = append(p.Write, name)
		case err != nil:
			return err
		case sum(have) == sum(p.content[name]):
			p.Same++
		case old[name] == "":
			foreign = append(foreign, name)
		case old[name] != sum(have):
			edited = append(edited, name)
		default:
			p.Write = append(p.Write, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if _, ok := p.content[name]; ok {
			continue
		}
		have, err := os.ReadFile(filepath.Join(dir, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case old[name] != sum(have):
			edited = append(edited, name)
		default:
			p.Remove = append(p.Remove, name)
		}
	}
	record, err := os.ReadFile(filepath.Join(dir, sumsFile))
	p.stale = err != nil || sum(record) != sum(p.sums())
	others, err := p.strangers(old)
	if err != nil {
		return err
	}
	foreign = append(foreign, others...)
	switch {
	case len(foreign) > 0:
		return usagef("%s holds files that no scaffold has written (%s): choose another folder with --dir", p.Dir, strings.Join(foreign, ", "))
	case len(edited) > 0:
		return usagef("%s was edited since it was scaffolded (%s), and would be overwritten: move the changed files away, or choose another folder with --dir", p.Dir, strings.Join(edited, ", "))
	}
	return nil
}

// strangers lists Go files beside a first scaffold. Later ones are welcome: the
// package is the user's.
func (p *Plan) strangers(old sums) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(p.Root, p.Dir))
	if errors.Is(err, fs.ErrNotExist) || old != nil {
		return nil, nil
	}
	if err != nil {
		return nil, usagef("%s: %v", p.Dir, err)
	}
	for _, e := range entries {
		if _, ours := p.content[e.Name()]; !ours && filepath.Ext(e.Name()) == ".go" {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Done reports whether everything is there already.
func (p *Plan) Done() bool { return len(p.Write)+len(p.Remove)+len(p.Require) == 0 && !p.stale }
