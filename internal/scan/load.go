package scan

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

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
	done   chan struct{}
	deps   []*pkg   // imports that are needed
	gone   []string // those that were not loaded
	later  []*pkg   // deps that import this package in turn

	shaky   bool            // imports a package that could not be loaded, or one of the module that does
	unsound bool            // may hold types that are not valid, its own or those of imports
	mended  []*ast.FuncDecl // functions that did not type-check
	dropped int             // functions that could not be made fit for SSA
	sound   bool            // may be edited; set when the syntax is let go
	reused  bool            // its types are those of another build
}

// empty reports whether nothing of a package is there to be read.
func (p *pkg) empty() bool { return len(p.GoFiles)+len(p.CgoFiles) == 0 }

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
	dir      string   // where the patterns are relative to
	root     string   // module root
	asked    []string // the patterns
	module   string
	goVer    string
	problems []problem
	versions map[string]string // import path -> module version
	absent   map[string]string // modules that cannot be had -> version
	standins map[string]*standin
	mu       sync.Mutex // guards stand-ins and problems where packages are worked on in parallel
	names    sync.Map   // file name -> name relative to the module root
	isSDK    func(string) bool
	tests    bool // test code is audited too
	strict   bool // what the compiler would refuse and an audit would not mind is a problem, too
	keep     keep
	overlay  map[string][]byte
}

// keep is what is needed after the summaries.
type keep uint8

const (
	keepNothing keep = iota
	keepTypes        // of packages: enough to read them again
	keepSyntax       // and types
)

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
	l := &lister{dir: dir, env: o.Env, patterns: patterns, tests: o.Tests, overlay: o.Overlay}
	if tags := o.tags(); len(tags) > 0 {
		l.flags = append(l.flags, "-tags="+strings.Join(tags, ","))
	}
	list, err := l.list(ctx)
	if err != nil {
		return nil, err
	}
	ld := &loaded{fset: token.NewFileSet(), byPath: map[string]*pkg{}, versions: map[string]string{}, standins: map[string]*standin{}, problems: l.probs, absent: l.absent, dir: dir, asked: patterns, root: dir, tests: o.Tests, overlay: o.Overlay, strict: o.strict, keep: o.keep}
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
		p.own = ours(p) && !isSDK(p.ImportPath)
	}
	mistakes := ld.listProblems(patterns)
	asked := func(f func(*pkg) bool) bool {
		return slices.ContainsFunc(ld.pkgs, func(p *pkg) bool { return !p.DepOnly && !p.empty() && f(p) })
	}
	switch {
	case !asked(func(*pkg) bool { return true }):
		if len(mistakes) > 0 {
			return nil, &UsageError{Msg: sentences(mistakes)}
		}
		if len(ld.problems) > len(l.probs) {
			return ld, nil
		}
		return nil, l.nothingListed()
	case !asked(ours):
		return nil, &UsageError{Msg: fmt.Sprintf("%s is not code of the module in %s: audit it in a checkout of its own", strings.Join(patterns, " "), dir)}
	}
	ld.problems = append(ld.problems, mistakes...)
	ld.gate(isSDK)
	if o.shared != nil {
		ld.fset = o.shared.fset
		ld.reuse(o.shared)
	}
	return ld, ld.check(ctx, o)
}

// ours reports whether a package is code of the module, or the files that were
// named on the command line.
func ours(p *pkg) bool {
	return p.Module != nil && p.Module.Main || p.ImportPath == "command-line-arguments"
}

// sentences joins problems to one message.
func sentences(ps []problem) string {
	var out []string
	for _, p := range ps {
		s := p.msg
		if p.hint != "" {
			s += "; " + p.hint
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, ". ")
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

// within reports whether a file or folder is root or below it.
func within(dir, root string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// listProblems records what go list could not resolve. It returns what is wrong
// with the patterns themselves.
func (ld *loaded) listProblems(asked []string) (patterns []problem) {
	seen := map[string]bool{}
	for _, p := range ld.pkgs {
		e := p.Error
		if e == nil || seen[e.Err] || ld.explained(p) {
			continue
		}
		seen[e.Err] = true
		pr := problem{kind: "package", pkg: plainPath(p.ImportPath), msg: reason(e.Err)}
		pr.file, pr.line = ld.place(e.Pos)
		if m := positioned.FindStringSubmatch(pr.msg); m != nil && e.Pos == "" {
			if file, line := ld.place(m[1]); file != "" {
				pr.file, pr.line, pr.msg = file, line, m[2]
			}
		}
		has := func(parts ...string) bool {
			return slices.ContainsFunc(parts, func(s string) bool { return strings.Contains(e.Err, s) })
		}
		r, refused := parseRefusal(e.Err)
		switch {
		case has("build constraints exclude all Go files", "no non-test Go files"):
			continue // nothing to audit there on this platform
		case slices.Contains(asked, p.ImportPath):
			what := strings.TrimPrefix(pr.msg, "pattern "+p.ImportPath+": ")
			switch {
			case has("does not contain main module", "does not contain modules listed"):
				if what = "it is outside the module"; !inAModule(ld.dir) {
					return []problem{{kind: "module", msg: noModule(ld.dir).Error()}}
				}
			case has("directory not found", "no such file or directory"):
				what = "there is no such folder"
			case has("does not contain package"):
				what = "it belongs to another module, which is audited with -C"
			}
			patterns = append(patterns, problem{
				kind: "pattern", msg: fmt.Sprintf("no Go packages match %s: %s", p.ImportPath, what),
				hint: "name a folder of the module that holds Go files, or a pattern such as ./...",
			})
			continue
		case refused:
			pr.kind, pr.msg, pr.hint = "dependency", fmt.Sprintf("module %s %s cannot be had: %s", r.path, r.version, r.reason), refusalHint(r)
		case has("no required module provides", "cannot find module", "missing go.sum entry", "module lookup disabled", "is not in std", "no matching versions"):
			if !strings.Contains(pr.msg, pr.pkg) {
				pr.msg = "package " + pr.pkg + " cannot be had: " + pr.msg
			}
			pr.kind, pr.hint = "dependency", "run `go mod tidy` (or drop the import) and audit again; what uses the package was audited as far as it goes"
		case has("import cycle"):
			pr.hint = "break the import cycle; the packages were audited as far as they go"
			if len(e.ImportStack) > 0 {
				pr.msg += ": " + strings.Join(e.ImportStack, " imports ")
			}
		case has("open ") && unreadable.MatchString(pr.msg):
			m := unreadable.FindStringSubmatch(pr.msg)
			pr.kind, pr.msg, pr.hint = "file", "cannot be read: "+m[2], "check the file and its permissions"
			pr.file, pr.line = ld.place(m[1])
		case has("malformed import path"):
			pr.hint = "rename the folder: import paths may not hold such characters"
		default:
			pr.hint = "mend the package and audit again"
		}
		ld.problems = append(ld.problems, pr)
	}
	return patterns
}

// positioned matches a message that begins with a position.
var positioned = regexp.MustCompile(`^(.+\.go:[0-9]+(?::[0-9]+)?): (.+)$`)

// unreadable matches the message about a file that cannot be opened.
var unreadable = regexp.MustCompile(`^open (.+): ([^:]+)$`)

// reason is what the go command says is wrong, without its advice.
func reason(text string) string {
	text, _, _ = strings.Cut(text, "; to add")
	return firstLines(text, 2)
}

// inAModule reports whether a folder or one above it holds a go.mod.
func inAModule(dir string) bool {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// explained reports whether a package is missing because its module is, which
// is among the problems already.
func (ld *loaded) explained(p *pkg) bool {
	for mod := range ld.absent {
		if inModule(p.ImportPath, mod) {
			return true
		}
	}
	return false
}

// place reads a position of the go command, which is relative to the working
// directory. Those in other modules are of no help to the user.
func (ld *loaded) place(pos string) (file string, line int) {
	parts := strings.Split(pos, ":")
	var numbers []int
	for len(parts) > 1 {
		n, err := strconv.Atoi(parts[len(parts)-1])
		if err != nil {
			break
		}
		numbers = append(numbers, n)
		parts = parts[:len(parts)-1]
	}
	if len(numbers) > 0 {
		line = numbers[len(numbers)-1]
	}
	file = strings.Join(parts, ":")
	if file == "" {
		return "", 0
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(ld.dir, file)
	}
	if !within(file, ld.root) {
		return "", 0
	}
	return ld.rel(file), line
}

// rel writes a file's name relative to the module root.
func (ld *loaded) rel(file string) string {
	if filepath.IsAbs(file) && within(file, ld.root) {
		if r, err := filepath.Rel(ld.root, file); err == nil {
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
		if p.own && !reaches[p] && ld.speaksMCP(p) {
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
	// A library has no program that says what belongs together: whoever uses it
	// may join any of its packages.
	if ld.library() && slices.ContainsFunc(ld.pkgs, func(p *pkg) bool { return p.own && reaches[p] }) {
		for _, p := range ld.pkgs {
			if p.own && !p.DepOnly {
				reaches[p] = true
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

// library reports whether no package that was asked for is a program.
func (ld *loaded) library() bool {
	return !slices.ContainsFunc(ld.pkgs, func(p *pkg) bool { return p.own && !p.DepOnly && p.Name == "main" })
}

// speaksMCP looks for MCP's method names or session header in a package.
func (ld *loaded) speaksMCP(p *pkg) bool {
	for _, name := range p.GoFiles {
		src, err := ld.read(filepath.Join(p.Dir, name))
		if err != nil {
			continue
		}
		if engine.SpeaksMCP(src) {
			return true
		}
	}
	return false
}

// read reads a file, or what stands for it.
func (ld *loaded) read(file string) ([]byte, error) {
	if src, ok := ld.overlay[file]; ok {
		return src, nil
	}
	return os.ReadFile(file)
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
