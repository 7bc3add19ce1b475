// Package pages writes documentation that is made from code: what the
// generators of the pages under docs have in common.
package pages

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Tree brings files of the module up to date, or notes those that are not.
type Tree struct {
	Root  string // of the module
	Write bool
	Stale []string // what was not up to date, relative to the root
}

// Open finds the module around the working directory.
func Open(write bool) (*Tree, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return &Tree{Root: dir, Write: write}, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil, errors.New("no go.mod above the working directory")
		}
		dir = up
	}
}

// Path is a file of the module, named with slashes.
func (t *Tree) Path(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

// Put makes a file hold a text.
func (t *Tree) Put(name string, want []byte) error {
	have, err := os.ReadFile(t.Path(name))
	if err == nil && bytes.Equal(have, want) {
		return nil
	}
	t.Stale = append(t.Stale, name)
	if !t.Write {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(t.Path(name)), 0o755); err != nil {
		return err
	}
	return os.WriteFile(t.Path(name), want, 0o644)
}

// Remove takes a file away.
func (t *Tree) Remove(name string) error {
	t.Stale = append(t.Stale, name)
	if !t.Write {
		return nil
	}
	return os.RemoveAll(t.Path(name))
}

// Check is an error if files are stale and were not written.
func (t *Tree) Check() error {
	if len(t.Stale) > 0 && !t.Write {
		return fmt.Errorf("%s do not agree with the rules: run `go generate ./...`", strings.Join(t.Stale, ", "))
	}
	return nil
}

// Between replaces what stands between the two markers of a part.
func Between(text []byte, part string, with []byte) ([]byte, error) {
	begin, end := []byte("<!-- "+part+":begin -->\n"), []byte("<!-- "+part+":end -->")
	before, rest, ok := bytes.Cut(text, begin)
	if !ok {
		return nil, fmt.Errorf("there is no line %s", bytes.TrimSpace(begin))
	}
	_, after, ok := bytes.Cut(rest, end)
	if !ok {
		return nil, fmt.Errorf("there is no line %s after the first", end)
	}
	return slices.Concat(before, begin, with, end, after), nil
}

// Fenced turns the indented code of a doc comment into fenced code of a
// language, which readers of Markdown colour, and takes the indent from the
// lists.
func Fenced(doc, language string) string {
	var b strings.Builder
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "\t") {
			b.WriteString(unlisted(lines[i]) + "\n")
			continue
		}
		b.WriteString("```" + language + "\n")
		last := i
		for j := i; j < len(lines) && (lines[j] == "" || strings.HasPrefix(lines[j], "\t")); j++ {
			if lines[j] != "" {
				last = j
			}
		}
		for ; i <= last; i++ {
			b.WriteString(strings.TrimPrefix(lines[i], "\t") + "\n")
		}
		i--
		b.WriteString("```\n")
	}
	return b.String()
}

func unlisted(line string) string {
	if strings.HasPrefix(line, "  - ") || strings.HasPrefix(line, "    ") {
		return line[2:]
	}
	return line
}

// Sentence makes a title a sentence.
func Sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

// Cell is a text as a cell of a table.
func Cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
