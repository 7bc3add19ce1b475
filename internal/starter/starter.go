// Package starter writes the files with which a repository begins to use mcpaudit: settings, CI, a pre-commit hook, golangci-lint.
// A file that is there already is never touched.
package starter

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/template"

	"github.com/mcpaudit/mcpaudit/internal/repository"
)

//go:embed files
var files embed.FS

// GolangciLint is the version of golangci-lint that the plugin is tested with.
const GolangciLint = "v2.15.0"

// part is one file that may be written.
type part struct {
	name     string // on the command line
	path     string // with slashes
	atRoot   bool   // of the repository; else of the module
	template string
	others   []string // other names under which the same may be there
	used     []string // what shows that the tool is in use; none: always
	next     string   // what is left to do by hand
}

var parts = []part{
	{name: "config", path: ".mcpaudit.yaml", template: "config.yaml"},
	{name: "github", path: ".github/workflows/mcpaudit.yml", atRoot: true, template: "github.yml", others: []string{".github/workflows/mcpaudit.yaml"}, used: []string{".github"}},
	{name: "gitlab", path: ".gitlab/mcpaudit.yml", atRoot: true, template: "gitlab.yml", used: []string{".gitlab-ci.yml", ".gitlab"}, next: "include it from .gitlab-ci.yml, as its first lines say"},
	{name: "pre-commit", path: ".pre-commit-config.yaml", atRoot: true, template: "pre-commit.yaml", others: []string{".pre-commit-config.yml"}, used: []string{".pre-commit-config.yaml"}, next: "run pre-commit install"},
	{name: "golangci", path: ".custom-gcl.yml", template: "custom-gcl.yml", others: []string{".custom-gcl.yaml", ".custom-gcl.json"}, used: golangciNames, next: "run golangci-lint custom, then ./custom-gcl run ./...; keep ./custom-gcl out of git"},
	{name: "golangci", path: ".golangci.yml", template: "golangci.yml", others: golangciNames, used: golangciNames},
}

var golangciNames = []string{".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"}

// Names lists what can be chosen.
func Names() []string {
	var names []string
	for _, p := range parts {
		if !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

// Options say what to write.
type Options struct {
	Dir     string   // of the module
	Only    []string // names; none means the settings, and the files for tools that are in use
	All     bool
	Release string // version of mcpaudit, such as v1.2.3; "" if this is no release
}

// A File is one file to write, or one that is there already.
type File struct {
	Name    string
	Path    string // absolute
	Shown   string // relative to the folder that was asked for
	Content string
	There   string // the name of a file that is there already and is left as it is; "" if there is none
	Next    string // what is left to do by hand
}

// Plan decides what to write. It writes nothing.
func Plan(o Options) ([]File, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	root, _ := repository.Root(dir)
	values, err := values(root, dir, o.Release)
	if err != nil {
		return nil, err
	}
	var out []File
	for _, p := range parts {
		base := dir
		if p.atRoot {
			base = root
		}
		if !p.wanted(o, base) {
			continue
		}
		text, err := render(p.template, values)
		if err != nil {
			return nil, err
		}
		f := File{Name: p.name, Path: filepath.Join(base, filepath.FromSlash(p.path)), Content: text, Next: p.next}
		f.Shown = relative(dir, f.Path)
		for _, name := range append([]string{p.path}, p.others...) {
			if exists(base, name) {
				f.There = relative(dir, filepath.Join(base, filepath.FromSlash(name)))
				break
			}
		}
		out = append(out, f)
	}
	return out, nil
}

func (p *part) wanted(o Options, base string) bool {
	switch {
	case o.All:
		return true
	case len(o.Only) > 0:
		return slices.Contains(o.Only, p.name)
	}
	return len(p.used) == 0 || slices.ContainsFunc(p.used, func(name string) bool { return exists(base, name) })
}

// Write creates the file, and the folders above it. A file that has come to be there in the meantime is an error.
func (f *File) Write() error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
		return err
	}
	w, err := os.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = w.WriteString(f.Content)
	return errors.Join(err, w.Close())
}

// values fill the templates.
func values(root, dir, release string) (map[string]string, error) {
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return nil, err
	}
	rel = filepath.ToSlash(rel)
	if strings.ContainsAny(rel, "\n\r\"'`$\\:#{}[],&*!|>%@ ") {
		return nil, fmt.Errorf("the folder %q has characters that need quoting in YAML and shell: write the files by hand, from docs/config.md", rel)
	}
	v := map[string]string{"Dir": rel, "GoMod": "go.mod", "Chdir": "", "GolangciLint": GolangciLint, "Release": "latest", "Ref": "main"}
	if rel != "." {
		v["GoMod"], v["Chdir"] = rel+"/go.mod", " -C "+rel
	}
	if release != "" {
		v["Release"], v["Ref"] = release, release
	}
	return v, nil
}

func render(name string, values map[string]string) (string, error) {
	t, err := template.New(name).Option("missingkey=error").ParseFS(files, "files/"+name)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = t.Execute(&b, values)
	return b.String(), err
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
	// Behind a file there is nothing either; writing then says what is in the way.
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

func relative(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}
