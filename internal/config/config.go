// Package config reads .mcpaudit.yaml: which rules run, what fails, which paths are set aside and why, and what a company knows of
// its own libraries. docs/config.md explains every key, docs/schema/config-v1.schema.json is for editors.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/mcpaudit/mcpaudit/internal/near"
	"github.com/mcpaudit/mcpaudit/report"
)

// Name is the name of the file.
const Name = ".mcpaudit.yaml"

// Version is the version of the format. It changes when a key goes away or changes its meaning.
const Version = "1"

// Settings are what the file says. Keys that are also flags have the flag's name; a field's tag "flag" names it, and its tag "kind"
// says what the value must be.
type Settings struct {
	Version       Text      `yaml:"version"`
	Rules         Rules     `yaml:"rules"`
	MinSeverity   Text      `yaml:"min-severity" flag:"min-severity"`
	MinConfidence Text      `yaml:"min-confidence" flag:"min-confidence"`
	FailOn        Text      `yaml:"fail-on" flag:"fail-on"`
	MaxFindings   Text      `yaml:"max-findings" flag:"max-findings" kind:"int"`
	Baseline      Text      `yaml:"baseline" flag:"baseline" kind:"path"`
	Strict        Text      `yaml:"baseline-strict" flag:"baseline-strict" kind:"bool"`
	Tests         Text      `yaml:"tests" flag:"tests" kind:"bool"`
	Tags          []Text    `yaml:"tags" flag:"tags"`
	Exclude       []Exclude `yaml:"exclude"`
	Tables        []Table   `yaml:"tables"`
}

// Rules choose what runs.
type Rules struct {
	Enable  []Text `yaml:"enable" flag:"enable"`
	Disable []Text `yaml:"disable" flag:"disable"`
}

// Exclude sets aside what is found below a path.
type Exclude struct {
	Path   Text   `yaml:"path"`
	Rules  []Text `yaml:"rules"`
	Reason Text   `yaml:"reason"`
	Place  Place
}

// Table adds to what is known about libraries: a file, relative to this one, or lines.
type Table struct {
	File  Text `yaml:"file"`
	Lines Text `yaml:"lines"`
	Place Place
}

// Place is a position in the file; lines and columns count from 1.
type Place struct{ Line, Column int }

// Text is a scalar and where it stands. A block of lines begins at First.
type Text struct {
	Value string
	Place Place
	First int
}

// String is the value.
func (t Text) String() string { return t.Value }

// IsSet reports whether the key has a value.
func (t Text) IsSet() bool { return t.Place.Line > 0 }

// File is a file that was read.
type File struct {
	Path string // absolute
	Settings
	shown string // as messages name it
}

// Errors is everything that is wrong with a file, one message for each, with the file, the line and the column.
type Errors []string

func (e Errors) Error() string { return strings.Join(e, "\n") }

// Find looks for the file in a folder and those above it, up to the root of the repository. Without one it returns "".
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		name := filepath.Join(dir, Name)
		// A link that leads nowhere is there, too: without the settings behind it the gate would be another one.
		if _, err := os.Lstat(name); err == nil {
			return name, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		for _, other := range []string{".mcpaudit.yml", "mcpaudit.yaml", "mcpaudit.yml"} {
			if _, err := os.Stat(filepath.Join(dir, other)); err == nil {
				return "", Errors{fmt.Sprintf("%s is not read: rename it to %s", filepath.Join(dir, other), Name)}
			}
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return "", nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}

// Read reads a file. Rules are the names of all rules. The error is of type Errors unless the file cannot be read.
func Read(name string, rules []string) (*File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	f := &File{Path: abs, shown: shown(abs)}
	if err := f.parse(data, rules); err != nil {
		return nil, err
	}
	return f, nil
}

// shown is how messages name a file: relative to the working directory where that is shorter.
func shown(abs string) string {
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, abs); err == nil && !strings.HasPrefix(rel, ".."+string(filepath.Separator)+"..") {
			return rel
		}
	}
	return abs
}

// Shown is the file's name for messages.
func (f *File) Shown() string { return f.shown }

func (f *File) parse(data []byte, rules []string) error {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // a byte order mark is part of the first key to the parser
	root, err := parser.ParseBytes(data, 0)
	if err != nil {
		return f.syntax(err)
	}
	d := &decoder{file: f.shown, dir: filepath.Dir(f.shown), anchors: map[string]ast.Node{}}
	bodies := slices.DeleteFunc(slices.Clone(root.Docs), func(doc *ast.DocumentNode) bool { return doc.Body == nil })
	for i, doc := range bodies {
		if i > 0 {
			d.errorf(doc.Body, "a second document: write everything into one, without a line ---")
			break
		}
		d.decode(doc.Body, target(&f.Settings), "the file")
	}
	f.check(d, rules)
	return d.err()
}

// check looks at what the types cannot say.
func (f *File) check(d *decoder, rules []string) {
	if f.Version.IsSet() && f.Version.Value != Version {
		d.at(f.Version.Place, "version %s is not known to this mcpaudit, which reads version %s", f.Version, Version)
	}
	word := func(t Text, parse func(string) error) {
		if t.IsSet() {
			if err := parse(t.Value); err != nil {
				d.at(t.Place, "%v", err)
			}
		}
	}
	word(f.MinSeverity, func(s string) error { _, err := report.ParseSeverity(s); return err })
	word(f.FailOn, func(s string) error { _, err := report.ParseThreshold(s); return err })
	word(f.MinConfidence, func(s string) error { _, err := report.ParseConfidence(s); return err })
	for _, list := range [][]Text{f.Rules.Enable, f.Rules.Disable} {
		d.rules(list, rules)
	}
	for _, x := range f.Exclude {
		d.rules(x.Rules, rules)
		if !x.Path.IsSet() || x.Path.Value == "" {
			d.at(x.Place, "an excluded path without path")
		}
		if strings.TrimSpace(x.Reason.Value) == "" {
			d.at(x.Place, "an excluded path without reason: say why its findings may stay")
		}
	}
	for _, t := range f.Tables {
		if t.File.IsSet() == t.Lines.IsSet() {
			d.at(t.Place, "a table is either a file or lines")
		}
	}
}

// rules rejects names of rules that do not exist.
func (d *decoder) rules(names []Text, known []string) {
	for _, name := range names {
		if slices.Contains(known, name.Value) {
			continue
		}
		hint := "mcpaudit rules lists them"
		if word := near.Word(name.Value, known); word != "" {
			hint = "did you mean " + word + "?"
		}
		d.at(name.Place, "unknown rule %q: %s", name.Value, hint)
	}
}
