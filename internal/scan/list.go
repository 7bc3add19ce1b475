package scan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// listed is what one `go list` says of a package.
type listed struct {
	ImportPath     string
	Name           string
	Dir            string
	GoFiles        []string
	CgoFiles       []string
	IgnoredGoFiles []string // build constraints leave them out
	Imports        []string
	ImportMap      map[string]string
	Standard       bool
	DepOnly        bool
	ForTest        string
	Incomplete     bool
	Module         *listedModule
	Error          *listError
	DepsErrors     []*listError
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

// A lister asks the go command which packages there are. Its remedies are what
// it adds to the question when the go command cannot answer at first.
type lister struct {
	dir      string
	env      []string
	patterns []string
	tests    bool
	overlay  map[string][]byte

	flags    []string          // in front of the packages
	absent   map[string]string // modules that cannot be had, with the wanted version
	probs    []problem
	temp     string // folder for files of remedies; "" until one is needed
	settings *goSettings
}

// maxListings bounds how often the go command is asked. Each round puts aside
// at least one module that cannot be had.
const maxListings = 40

// list asks the go command, once if all is well. When it cannot load the module
// graph, list tries again without what stands in the way.
func (l *lister) list(ctx context.Context) ([]*listed, error) {
	defer l.close()
	for range maxListings {
		pkgs, msg, err := l.run(ctx)
		if err != nil {
			return nil, err
		}
		again, err := l.remedy(ctx, pkgs, msg)
		if err != nil {
			return nil, err
		}
		if again {
			continue
		}
		if msg != "" {
			if len(pkgs) == 0 {
				return nil, l.failure(msg)
			}
			l.problem("list", firstLines(msg, 2), "run `go list ./...` and mend what it says")
		}
		return pkgs, nil
	}
	return nil, &CheckError{Msg: "too many required modules cannot be had: run `go mod download` and audit again"}
}

func (l *lister) close() {
	if l.temp != "" {
		os.RemoveAll(l.temp)
	}
}

func (l *lister) problem(kind, msg, hint string) {
	l.probs = append(l.probs, problem{kind: kind, msg: msg, hint: hint})
}

// run is one `go list`. The message is what it said when it failed.
func (l *lister) run(ctx context.Context) (pkgs []*listed, msg string, err error) {
	args := []string{"list", "-e", "-deps"}
	if l.tests {
		args = append(args, "-test")
	}
	args = append(args, "-json=ImportPath,Name,Dir,GoFiles,CgoFiles,IgnoredGoFiles,Imports,ImportMap,Standard,DepOnly,ForTest,Incomplete,Module,Error,DepsErrors")
	args = append(args, l.flags...)
	if len(l.overlay) > 0 {
		file, err := l.overlayFile()
		if err != nil {
			return nil, "", err
		}
		args = append(args, "-overlay="+file)
	}
	args = append(args, "--")
	out, msg, err := l.goCommand(ctx, append(args, l.patterns...)...)
	if err != nil {
		return nil, "", err
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		p := new(listed)
		if err := dec.Decode(p); err == io.EOF {
			return pkgs, msg, nil
		} else if err != nil {
			return nil, "", &CheckError{Msg: fmt.Sprintf("go list printed something that is not its JSON (%v): check that the go on PATH is the go command", err)}
		}
		pkgs = append(pkgs, p)
	}
}

// goCommand runs the go command. The message is empty unless it fails.
func (l *lister) goCommand(ctx context.Context, args ...string) (out []byte, msg string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = l.dir
	env := l.env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = slices.Concat(env, []string{"PWD=" + l.dir})
	// What the go command has started (git, a proxy helper) may keep its output
	// open after it has been killed.
	cmd.WaitDelay = time.Second
	var outb, errb bytes.Buffer
	cmd.Stdout, cmd.Stderr = &outb, &errb
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err == nil {
		return outb.Bytes(), "", nil
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		if msg = strings.TrimSpace(errb.String()); msg == "" {
			msg = "go " + args[0] + " failed without a word (" + exit.String() + ")"
		}
		return outb.Bytes(), msg, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, "", &CheckError{Msg: "the go command is not on PATH: install Go or extend PATH, since mcpaudit asks it which packages there are"}
	}
	return nil, "", &CheckError{Msg: fmt.Sprintf("the go command could not be started: %v", err)}
}

// failure turns what go list said when it listed nothing into one sentence that says what to do.
func (l *lister) failure(msg string) error {
	text := firstLines(msg, 2)
	switch {
	case strings.Contains(msg, "go.mod file not found"), strings.Contains(msg, "cannot find main module"):
		return noModule(l.dir)
	case newerGo.MatchString(msg):
		return &CheckError{Msg: fmt.Sprintf("a newer Go is needed than the one on PATH: %s; install it, or let the go command fetch it with GOTOOLCHAIN=auto", text)}
	case strings.Contains(msg, "toolchain"):
		return &CheckError{Msg: fmt.Sprintf("the Go version that the module asks for cannot be had: %s; install it, or set GOTOOLCHAIN=local to do without", text)}
	case strings.Contains(msg, "errors parsing go.mod"), strings.Contains(msg, "invalid go.mod"):
		return &CheckError{Msg: fmt.Sprintf("go.mod cannot be read: %s; mend it and audit again", strings.TrimPrefix(text, "errors parsing go.mod:; "))}
	}
	return &CheckError{Msg: fmt.Sprintf("the go command cannot list the packages: %s; mend this and audit again", strings.TrimSuffix(text, "."))}
}

var newerGo = regexp.MustCompile(`requires go >= ?[0-9]`)

func noModule(dir string) error {
	return &UsageError{Msg: fmt.Sprintf("%s is not inside a Go module: run mcpaudit where go.mod is, or name that folder with -C", dir)}
}

// firstLines joins the first n lines that say something.
func firstLines(s string, n int) string {
	var keep []string
	for line := range strings.Lines(s) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "go: ")
		if line == "" || strings.HasPrefix(line, "downloading ") || strings.HasPrefix(line, "finding ") || strings.HasPrefix(line, "warning: ") {
			continue
		}
		keep = append(keep, line)
		if len(keep) == n {
			break
		}
	}
	return strings.Join(keep, "; ")
}

// nothingListed says why the patterns match no Go file that can be audited.
func (l *lister) nothingListed() error {
	what := fmt.Sprintf("no Go packages match %s in %s", strings.Join(l.patterns, " "), l.dir)
	tests, sources, nested := l.look()
	switch {
	case sources && tests:
		what += ": build constraints or the system leave out all files but tests; set GOOS or CGO_ENABLED, give --tags, or audit the tests with --tests"
	case sources:
		what += ": build constraints leave out all Go files; set GOOS or CGO_ENABLED, or give --tags, for the build that is meant"
	case tests:
		what += ": there are only test files; audit them with --tests"
	case nested != "":
		what += fmt.Sprintf(": there is another module in %s, name its folder with -C", nested)
	default:
		what += ": name a folder that holds Go files"
	}
	return &UsageError{Msg: what}
}

// passedOver reports whether the go command does not look into folders of this
// name (`go help packages`).
func passedOver(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor"
}

// isModule reports whether a folder has a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// look says what Go files and modules there are below the working directory.
func (l *lister) look() (tests, sources bool, nested string) {
	seen := 0
	_ = filepath.WalkDir(l.dir, func(path string, d os.DirEntry, err error) error {
		if seen++; err != nil || seen > 10_000 || nested != "" && tests && sources {
			return filepath.SkipDir
		}
		name := d.Name()
		switch {
		case path == l.dir:
		case d.IsDir():
			if passedOver(name) {
				return filepath.SkipDir
			}
			if isModule(path) {
				if rel, err := filepath.Rel(l.dir, path); err == nil && nested == "" {
					nested = rel
				}
				return filepath.SkipDir
			}
		case strings.HasSuffix(name, "_test.go"):
			tests = true
		case strings.HasSuffix(name, ".go"):
			sources = true
		}
		return nil
	})
	return tests, sources, nested
}

// overlayFile writes the overlay down as the go command wants it, together with
// the one of a remedy.
func (l *lister) overlayFile() (string, error) {
	if l.temp == "" {
		dir, err := os.MkdirTemp("", "mcpaudit-")
		if err != nil {
			return "", err
		}
		l.temp = dir
	}
	var list struct{ Replace map[string]string }
	for _, flag := range l.flags {
		if name, ok := strings.CutPrefix(flag, "-overlay="); ok {
			data, err := os.ReadFile(name)
			if err == nil {
				err = json.Unmarshal(data, &list)
			}
			if err != nil {
				return "", err
			}
		}
	}
	if list.Replace == nil {
		list.Replace = map[string]string{}
	}
	for i, name := range slices.Sorted(maps.Keys(l.overlay)) {
		file := filepath.Join(l.temp, fmt.Sprintf("overlay%d%s", i, filepath.Ext(name)))
		if err := os.WriteFile(file, l.overlay[name], 0o666); err != nil {
			return "", err
		}
		list.Replace[name] = file
	}
	data, err := json.Marshal(list)
	if err != nil {
		return "", err
	}
	file := filepath.Join(l.temp, "overlays.json")
	return file, os.WriteFile(file, data, 0o666)
}
