package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// A Difference is one place where two answers differ.
type Difference struct {
	Path      string // JSONPath into the answer
	Want, Got string // as JSON; "" for what is not there
}

// MaxDifferences is how many differences of one answer are reported.
const MaxDifferences = 8

// Diff compares two answers.
func Diff(want, got Normal) []Difference {
	if want.Kind != got.Kind {
		return []Difference{{Path: "$", Want: describe(want), Got: describe(got)}}
	}
	d := differ{}
	d.walk("$", want.Doc, got.Doc)
	return d.found
}

// describe says what came back in a few words.
func describe(n Normal) string {
	text := show(n.Doc)
	if m, ok := n.Doc.(map[string]any); ok {
		if s, ok := m["text"].(string); ok {
			text = s
		} else if m["structured"] != nil {
			text = show(m["structured"])
		}
	}
	return string(n.Kind) + ": " + text
}

type differ struct{ found []Difference }

func (d *differ) add(path string, want, got any) {
	if len(d.found) < MaxDifferences {
		d.found = append(d.found, Difference{path, show(want), show(got)})
	}
}

func (d *differ) walk(path string, want, got any) {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			d.objects(path, w, g)
			return
		}
	case []any:
		if g, ok := got.([]any); ok {
			d.arrays(path, w, g)
			return
		}
	}
	if want == volatileMark || got == volatileMark {
		return
	}
	if !reflect.DeepEqual(want, got) {
		d.add(path, want, got)
	}
}

// missing stands for a value that is not there.
type missing struct{}

func (d *differ) objects(path string, want, got map[string]any) {
	keys := make(map[string]bool)
	for k := range want {
		keys[k] = true
	}
	for k := range got {
		keys[k] = true
	}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		w, inWant := want[k]
		g, inGot := got[k]
		at := child(path, k)
		switch {
		case !inWant && g != volatileMark:
			d.add(at, missing{}, g)
		case !inGot && w != volatileMark:
			d.add(at, w, missing{})
		case inWant && inGot:
			d.walk(at, w, g)
		}
	}
}

func (d *differ) arrays(path string, want, got []any) {
	for i := range max(len(want), len(got)) {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case i >= len(want):
			d.add(at, missing{}, got[i])
		case i >= len(got):
			d.add(at, want[i], missing{})
		default:
			d.walk(at, want[i], got[i])
		}
	}
}

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func child(path, key string) string {
	if plainKey.MatchString(key) {
		return path + "." + key
	}
	return path + "['" + strings.ReplaceAll(key, "'", `\'`) + "']"
}

func show(v any) string {
	if _, ok := v.(missing); ok {
		return ""
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // "<time>" stays readable
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(b.String())
}

// Noise is what differed between two answers that should be the same: both came from one instance with nothing in between.
type Noise struct {
	whole map[string]bool         // paths that are not compared
	words map[string]map[int]bool // words of a text that are not compared
}

// Learn finds the noise in two answers. Answers of different kinds are no noise: see Diff.
func Learn(a, b Normal) Noise {
	n := Noise{whole: make(map[string]bool), words: make(map[string]map[int]bool)}
	if a.Kind == b.Kind {
		n.learn("$", a.Doc, b.Doc)
	}
	return n
}

func (n *Noise) learn(path string, a, b any) {
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			for k := range x {
				if _, ok := y[k]; !ok {
					n.whole[child(path, k)] = true
					continue
				}
				n.learn(child(path, k), x[k], y[k])
			}
			for k := range y {
				if _, ok := x[k]; !ok {
					n.whole[child(path, k)] = true
				}
			}
			return
		}
	case []any:
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range x {
				n.learn(fmt.Sprintf("%s[%d]", path, i), x[i], y[i])
			}
			return
		}
	case string:
		if y, ok := b.(string); ok && x != y {
			n.learnWords(path, words(x), words(y))
			return
		}
	}
	if !reflect.DeepEqual(a, b) {
		n.whole[path] = true
	}
}

func (n *Noise) learnWords(path string, a, b []string) {
	if len(a) != len(b) {
		n.whole[path] = true
		return
	}
	n.words[path] = make(map[int]bool)
	for i := range a {
		if a[i] != b[i] {
			n.words[path][i] = true
		}
	}
}

var word = regexp.MustCompile(`[\pL\pN]+|[^\pL\pN]+`)

func words(s string) []string { return word.FindAllString(s, -1) }

// Remove takes the noise out of an answer.
func (n Noise) Remove(a Normal) Normal { return Normal{a.Kind, n.remove("$", clone(a.Doc))} }

func (n Noise) remove(path string, v any) any {
	if n.whole[path] {
		return volatileMark
	}
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = n.remove(child(path, k), v[k])
		}
		for p := range n.whole { // what may be there must compare equal to what is not
			if parent, ok := strings.CutPrefix(p, path+"."); ok && plainKey.MatchString(parent) && v[parent] == nil {
				v[parent] = volatileMark
			}
		}
		return v
	case []any:
		for i := range v {
			v[i] = n.remove(fmt.Sprintf("%s[%d]", path, i), v[i])
		}
		return v
	case string:
		if noisy := n.words[path]; noisy != nil {
			list := words(v)
			for i := range list {
				if noisy[i] {
					list[i] = volatileMark
				}
			}
			return strings.Join(list, "")
		}
	}
	return v
}
