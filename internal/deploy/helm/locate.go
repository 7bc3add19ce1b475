package helm

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// index finds the place of a rendered key in the files that somebody edits: in the values where the value comes from there, in the template
// where the template says it.
type index struct {
	values []*tree.Node          // the variant's first, then the defaults
	lines  map[string][][]byte   // of the templates, by shown name
	byKey  map[string][]keyPlace // in the values
}

type keyPlace struct {
	value string
	at    fact.Pos
}

func newIndex(c *Chart, variant *File) *index {
	x := &index{lines: map[string][][]byte{}, byKey: map[string][]keyPlace{}}
	sources := []File{c.Values}
	if variant != nil {
		sources = []File{*variant, c.Values}
	}
	for _, f := range sources {
		docs, _ := tree.Documents(f.Src, tree.In(f.Shown))
		for _, d := range docs {
			x.values = append(x.values, d)
			d.Walk(func(key string, n *tree.Node) bool {
				if key != "" {
					x.byKey[key] = append(x.byKey[key], keyPlace{n.Value, n.Key})
				}
				return true
			})
		}
	}
	return x
}

func (x *index) source(f File) {
	if x.lines[f.Shown] == nil {
		x.lines[f.Shown] = bytes.Split(f.Src, []byte("\n"))
	}
}

// reference is a value that a line of a template prints as it is, or through functions that keep it.
var reference = regexp.MustCompile(`\.Values((?:\.[A-Za-z_][A-Za-z0-9_]*)+)`)

// locate makes the function that places the tokens of one rendered template.
func (x *index) locate(f File, text string, origins []fact.Pos) tree.Locate {
	rendered := strings.Split(text, "\n")
	return func(line, _ int, key string) fact.Pos {
		if line < 1 || line > len(origins) {
			return fact.Pos{File: f.Shown, Line: 1, Col: 1}
		}
		at := origins[line-1]
		if at.Line > 0 {
			src := x.lineOf(at)
			if i := bytes.Index(src, []byte(key)); key == "" || i >= 0 {
				at.Col = max(i, leading(src)) + 1
				if v, ok := x.fromValues(src, key); ok {
					return v
				}
				return at
			}
		}
		if key != "" {
			if v, ok := x.search(key, rendered[line-1]); ok {
				return v
			}
		}
		if at.Line > 0 {
			return at
		}
		// The nearest line above whose origin is known holds the action that printed this one.
		for i := line - 2; i >= 0; i-- {
			if origins[i].Line > 0 {
				return origins[i]
			}
		}
		return fact.Pos{File: f.Shown, Line: 1, Col: 1}
	}
}

func leading(src []byte) int { return len(src) - len(bytes.TrimLeft(src, " \t")) }

func (x *index) lineOf(at fact.Pos) []byte {
	lines := x.lines[at.File]
	if at.Line-1 < len(lines) {
		return lines[at.Line-1]
	}
	return nil
}

// fromValues is the place of the value that a template's line "key: {{ .Values.a.b }}" prints.
func (x *index) fromValues(src []byte, key string) (fact.Pos, bool) {
	_, rest, ok := bytes.Cut(src, []byte(key+":"))
	if !ok || key == "" {
		return fact.Pos{}, false
	}
	refs := reference.FindAllSubmatch(rest, -1)
	if len(refs) != 1 || !bytes.HasPrefix(bytes.TrimLeft(rest, " \"'"), []byte("{{")) {
		return fact.Pos{}, false
	}
	keys := strings.Split(string(refs[0][1][1:]), ".")
	for _, doc := range x.values {
		if n := doc.Get(keys...); n != nil {
			return n.Key, true
		}
	}
	return fact.Pos{}, false
}

// search finds a key that only the values have: the one with the same value, or the only one.
func (x *index) search(key, rendered string) (fact.Pos, bool) {
	all := x.byKey[key]
	_, value, _ := strings.Cut(rendered, ":")
	value = strings.Trim(strings.TrimSpace(value), `"'`)
	for _, p := range all {
		if p.value == value {
			return p.at, true
		}
	}
	if len(all) > 0 {
		return all[0].at, true
	}
	return fact.Pos{}, false
}
