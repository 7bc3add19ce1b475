package scan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

// maxFile is the largest source file that is parsed, in bytes. Larger ones are
// generated tables; they are named among the problems.
const maxFile = 16 << 20

// listed is what one `go list` says of a package.
type listed struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	ImportMap  map[string]string
	Standard   bool
	DepOnly    bool
	ForTest    string
	Incomplete bool
	Module     *listedModule
	Error      *listError
	DepsErrors []*listError
}

type listedModule struct {
	Path      string
	Version   string
	Dir       string
	GoMod     string
	Main      bool
	GoVersion string
	Replace   *listedModule
	Error     *listError
}

type listError struct {
	ImportStack []string
	Pos         string
	Err         string
}

// pkg is one package on its way through loading.
type pkg struct {
	*listed
	files  []*ast.File
	types  *types.Package
	info   *types.Info
	errs   []problem
	bad    []token.Pos // positions of type errors
	matter bool        // gets bodies, SSA and a summary
	own    bool        // belongs to the audited module
	hint   bool        // speaks MCP on the wire without an SDK
	done   chan struct{}
}

type problem struct {
	kind, pkg, file string
	line            int
	msg, hint       string
}

// loaded is the result of loading.
type loaded struct {
	fset     *token.FileSet
	pkgs     []*pkg // in dependency order
	byPath   map[string]*pkg
	root     string // module root
	module   string
	goVer    string
	problems []problem
	versions map[string]string // import path -> module version
	isSDK    func(string) bool
	tests    bool // test code is audited too
}

// goList runs the one `go list`.
func goList(ctx context.Context, dir string, env, patterns []string, tests bool) ([]*listed, []problem, error) {
	args := []string{"list", "-e", "-deps"}
	if tests {
		args = append(args, "-test")
	}
	args = append(args, "-json=ImportPath,Name,Dir,GoFiles,CgoFiles,Imports,ImportMap,Standard,DepOnly,ForTest,Incomplete,Module,Error,DepsErrors", "--")
	args = append(args, patterns...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = env
	if env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, "PWD="+dir)
	var out, errb bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errb
	runErr := cmd.Run()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	var pkgs []*listed
	dec := json.NewDecoder(&out)
	for {
		p := new(listed)
		if err := dec.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return nil, nil, fmt.Errorf("go list printed something that is not its JSON: %w", err)
		}
		pkgs = append(pkgs, p)
	}
	var probs []problem
	if runErr != nil {
		var ee *exec.Error
		if errors.As(runErr, &ee) {
			return nil, nil, &UsageError{Msg: "the go command is not on PATH: mcpaudit asks it which packages there are; install Go or extend PATH"}
		}
		msg := firstLines(errb.String(), 2)
		if len(pkgs) == 0 {
			return nil, nil, listFailure(dir, msg)
		}
		probs = append(probs, problem{kind: "list", msg: msg, hint: "run `go list ./...` and mend what it says"})
	}
	return pkgs, probs, nil
}

// listFailure turns what go list printed into one sentence that says what to do.
func listFailure(dir, msg string) error {
	switch {
	case strings.Contains(msg, "go.mod file not found"), strings.Contains(msg, "cannot find main module"), strings.Contains(msg, "outside main module"),
		strings.Contains(msg, "directory prefix"):
		return &UsageError{Msg: fmt.Sprintf("%s is not inside a Go module: run mcpaudit where go.mod is, or name the folder with -C", dir)}
	case strings.Contains(msg, "requires go >="), strings.Contains(msg, "toolchain"):
		return &CheckError{Msg: fmt.Sprintf("the module needs a newer Go than the one on PATH: %s; install that Go version (or set GOTOOLCHAIN=auto) and run again", msg)}
	case strings.Contains(msg, "errors parsing go.mod"), strings.Contains(msg, "go.mod:"):
		return &CheckError{Msg: fmt.Sprintf("go.mod cannot be read: %s", msg)}
	}
	if msg == "" {
		msg = "go list failed without a word"
	}
	return &CheckError{Msg: msg}
}

func firstLines(s string, n int) string {
	var keep []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "go: downloading") || strings.HasPrefix(line, "go: finding") {
			continue
		}
		keep = append(keep, line)
		if len(keep) == n {
			break
		}
	}
	return strings.Join(keep, "; ")
}

// load lists, parses and type-checks. Bodies are kept only of packages that
// matter: those of the module that reach an SDK or speak MCP on the wire, the
// module's packages that they import, and dependencies that import an SDK
// themselves.
func load(ctx context.Context, o Options, isSDK func(string) bool) (*loaded, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return nil, &UsageError{Msg: fmt.Sprintf("%s is not a folder that can be read", o.Dir)}
	}
	patterns := o.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	list, probs, err := goList(ctx, dir, o.Env, patterns, o.Tests)
	if err != nil {
		return nil, err
	}
	ld := &loaded{fset: token.NewFileSet(), byPath: map[string]*pkg{}, versions: map[string]string{}, problems: probs, root: dir, tests: o.Tests}
	for _, l := range list {
		if strings.HasSuffix(l.ImportPath, ".test") && l.Name == "main" {
			continue // the generated test main
		}
		p := &pkg{listed: l, done: make(chan struct{})}
		if m := l.Module; m != nil {
			v := m.Version
			if m.Replace != nil && m.Replace.Version != "" {
				v = m.Replace.Version
			}
			ld.versions[l.ImportPath] = v
			if m.Main && ld.module == "" || m.Main && within(dir, m.Dir) {
				ld.module, ld.root, ld.goVer = m.Path, m.Dir, m.GoVersion
			}
		}
		ld.byPath[l.ImportPath] = p
		ld.pkgs = append(ld.pkgs, p)
	}
	isSDK = ld.asSDK(isSDK)
	ld.isSDK = isSDK
	for _, p := range ld.pkgs {
		p.own = p.Module != nil && p.Module.Main && !isSDK(p.ImportPath)
	}
	ld.listProblems()
	if !slices.ContainsFunc(ld.pkgs, func(p *pkg) bool { return !p.DepOnly && len(p.GoFiles)+len(p.CgoFiles) > 0 }) {
		if len(ld.problems) > 0 {
			return ld, nil
		}
		return nil, &UsageError{Msg: fmt.Sprintf("no Go packages match %s in %s", strings.Join(patterns, " "), dir)}
	}
	ld.gate(isSDK)
	return ld, ld.check(ctx, o)
}

// asSDK narrows what counts as an SDK: a framework of the audited module that
// is itself built on another SDK is code to audit, when it is asked for.
func (ld *loaded) asSDK(isSDK func(string) bool) func(string) bool {
	audit := map[string]bool{}
	for _, p := range ld.pkgs {
		if p.Module == nil || !p.Module.Main || p.DepOnly || !isSDK(p.ImportPath) {
			continue
		}
		for _, i := range p.Imports {
			q := ld.dep(p, i)
			if q != nil && isSDK(q.ImportPath) && (q.Module == nil || !q.Module.Main) {
				audit[p.ImportPath] = true
			}
		}
	}
	return func(path string) bool { return !audit[path] && isSDK(path) }
}

func within(dir, root string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// listProblems records what go list could not resolve.
func (ld *loaded) listProblems() {
	seen := map[string]bool{}
	for _, p := range ld.pkgs {
		e := p.Error
		if e == nil || seen[e.Err] {
			continue
		}
		seen[e.Err] = true
		if strings.Contains(e.Err, "build constraints exclude all Go files") || strings.Contains(e.Err, "no non-test Go files") {
			continue // nothing to audit there on this platform
		}
		file, line := splitPos(e.Pos)
		pr := problem{kind: "package", pkg: p.ImportPath, file: ld.rel(file), line: line, msg: firstLines(e.Err, 2)}
		switch {
		case strings.Contains(e.Err, "no required module provides"), strings.Contains(e.Err, "missing go.sum entry"), strings.Contains(e.Err, "cannot find module"), strings.Contains(e.Err, "module lookup disabled"):
			pr.kind, pr.hint = "dependency", "run `go mod download` (or `go mod tidy`) and audit again; what needs it was checked as far as it goes"
		case strings.Contains(e.Err, "import cycle"):
			pr.hint = "break the import cycle"
		default:
			pr.hint = "mend the package and audit again"
		}
		ld.problems = append(ld.problems, pr)
	}
}

func splitPos(s string) (string, int) {
	parts := strings.Split(s, ":")
	line := 0
	if len(parts) > 1 {
		fmt.Sscanf(parts[1], "%d", &line)
	}
	return parts[0], line
}

func (ld *loaded) rel(file string) string {
	if file == "" {
		return ""
	}
	if filepath.IsAbs(file) {
		if r, err := filepath.Rel(ld.root, file); err == nil && !strings.HasPrefix(r, "..") {
			file = r
		}
	}
	return filepath.ToSlash(file)
}

func (ld *loaded) dep(p *pkg, imp string) *pkg {
	if m, ok := p.ImportMap[imp]; ok {
		imp = m
	}
	return ld.byPath[imp]
}

// gate decides which packages matter, from the import graph and a look at the
// module's own files for MCP's method names.
func (ld *loaded) gate(isSDK func(string) bool) {
	reaches := map[*pkg]bool{}
	for _, p := range ld.pkgs { // dependency order: imports come first
		if isSDK(p.ImportPath) {
			reaches[p] = true
			continue
		}
		if p.Standard {
			continue
		}
		for _, i := range p.Imports {
			if q := ld.dep(p, i); q != nil && reaches[q] && (p.own || isSDK(q.ImportPath)) {
				// Beyond the module only direct importers count: a dependency of
				// a dependency of a wrapper has no handler of ours in it.
				reaches[p] = true
				break
			}
		}
	}
	for _, p := range ld.pkgs {
		if p.own && !reaches[p] && speaksMCP(p) {
			p.hint = true
			reaches[p] = true
		}
	}
	// A package of the module that imports one which speaks MCP reaches it too.
	for _, p := range ld.pkgs {
		if !p.own || reaches[p] {
			continue
		}
		for _, i := range p.Imports {
			if q := ld.dep(p, i); q != nil && q.own && reaches[q] {
				reaches[p] = true
				break
			}
		}
	}
	var mark func(p *pkg)
	mark = func(p *pkg) {
		if p.matter {
			return
		}
		p.matter = true
		for _, i := range p.Imports {
			if q := ld.dep(p, i); q != nil && q.own {
				mark(q)
			}
		}
	}
	for _, p := range ld.pkgs {
		if reaches[p] && !isSDK(p.ImportPath) {
			mark(p)
		}
	}
}

// speaksMCP looks for MCP's method names or session header in a package.
func speaksMCP(p *pkg) bool {
	for _, name := range p.GoFiles {
		src, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			continue
		}
		if engine.SpeaksMCP(src) {
			return true
		}
	}
	return false
}

// check parses and type-checks every package that a mattering package needs,
// in parallel and in dependency order.
func (ld *loaded) check(ctx context.Context, o Options) error {
	need := map[*pkg]bool{}
	var want func(p *pkg)
	want = func(p *pkg) {
		if need[p] {
			return
		}
		need[p] = true
		for _, i := range p.Imports {
			if q := ld.dep(p, i); q != nil {
				want(q)
			}
		}
	}
	for _, p := range ld.pkgs {
		if p.matter {
			want(p)
		}
	}
	var order []*pkg
	for _, p := range ld.pkgs {
		if need[p] {
			order = append(order, p)
		}
	}
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	sizes := types.SizesFor("gc", runtime.GOARCH)
	for _, p := range order {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer close(p.done)
			for _, i := range p.Imports {
				if q := ld.dep(p, i); q != nil && q != p && need[q] {
					<-q.done
				}
			}
			if ctx.Err() != nil {
				return
			}
			sem <- struct{}{}
			defer func() { <-sem }()
			ld.checkOne(p, sizes)
			if o.Progress != nil {
				mu.Lock()
				n++
				o.Progress("load", n, len(order))
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, p := range order {
		if p.own {
			ld.problems = append(ld.problems, p.errs...)
		}
	}
	return nil
}

func (ld *loaded) checkOne(p *pkg, sizes types.Sizes) {
	if p.ImportPath == "unsafe" {
		p.types = types.Unsafe
		return
	}
	mode := parser.SkipObjectResolution
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.Dir, name)
		}
		if st, err := os.Stat(path); err == nil && st.Size() > maxFile {
			p.errs = append(p.errs, problem{kind: "file", pkg: p.ImportPath, file: ld.rel(path), msg: fmt.Sprintf("larger than %d MiB, not read", maxFile>>20), hint: "exclude the file by a build tag if it is generated data"})
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			p.errs = append(p.errs, problem{kind: "file", pkg: p.ImportPath, file: ld.rel(path), msg: "cannot be read: " + cause(err), hint: "check the file's permissions"})
			continue
		}
		f, err := parser.ParseFile(ld.fset, path, src, mode|commentsIf(p.own))
		if err != nil {
			pr := problem{kind: "syntax", pkg: p.ImportPath, file: ld.rel(path), msg: err.Error(), hint: "mend the syntax; the rest of the package was checked as far as it goes"}
			var list scanner.ErrorList
			if errors.As(err, &list) && len(list) > 0 {
				pr.line, pr.msg = list[0].Pos.Line, list[0].Msg
			}
			p.errs = append(p.errs, pr)
		}
		if f != nil {
			p.files = append(p.files, f)
		}
	}
	if p.matter {
		p.info = &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
			Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
		}
	}
	seen := 0
	cfg := &types.Config{
		Importer:         importerFunc(func(path string) (*types.Package, error) { return ld.imported(p, path) }),
		IgnoreFuncBodies: !p.matter,
		FakeImportC:      true,
		Sizes:            sizes,
		GoVersion:        languageVersion(p.listed),
		Error: func(err error) {
			var te types.Error
			if !errors.As(err, &te) {
				return
			}
			p.bad = append(p.bad, te.Pos)
			if p.own && seen < 5 && !te.Soft {
				seen++
				pos := ld.fset.Position(te.Pos)
				p.errs = append(p.errs, problem{kind: "type", pkg: p.ImportPath, file: ld.rel(pos.Filename), line: pos.Line, msg: te.Msg, hint: "mend the package, or download its dependencies; the rest was checked as far as it goes"})
			}
		},
	}
	p.types, _ = cfg.Check(plainPath(p.ImportPath), ld.fset, p.files, p.info)
	if p.matter && len(p.bad) > 0 {
		dropIllTyped(p, p.bad)
	}
}

// plainPath drops go list's suffix of test variants ("p [p.test]").
func plainPath(path string) string {
	path, _, _ = strings.Cut(path, " ")
	return path
}

func commentsIf(own bool) parser.Mode {
	if own {
		return parser.ParseComments
	}
	return 0
}

func cause(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func (ld *loaded) imported(p *pkg, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	q := ld.dep(p, path)
	if q == nil || q.types == nil || q.Name == "" {
		return nil, fmt.Errorf("%s could not be loaded", path)
	}
	return q.types, nil
}

// languageVersion is the package's Go version, capped at the one this program
// was built with: a newer one would refuse the whole package.
func languageVersion(l *listed) string {
	if l.Module == nil || l.Module.GoVersion == "" {
		return ""
	}
	v := "go" + l.Module.GoVersion
	if cur := runtime.Version(); version.IsValid(cur) && version.Compare(v, cur) > 0 {
		return version.Lang(cur)
	}
	return v
}

// sortProblems orders problems so that a report is the same on every run.
func sortProblems(ps []problem) {
	sort.SliceStable(ps, func(i, j int) bool {
		a, b := ps[i], ps[j]
		if a.file != b.file {
			return a.file < b.file
		}
		if a.line != b.line {
			return a.line < b.line
		}
		return a.msg < b.msg
	})
}
