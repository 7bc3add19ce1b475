package config

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/mcpaudit/mcpaudit/internal/near"
)

// decoder fills settings from the syntax tree. Unlike the decoder of the YAML library it goes on after an error, keeps the place of
// every value, and knows which keys there could have been.
type decoder struct {
	file    string // for messages
	dir     string // of the file, as paths in messages begin
	errs    []mistake
	anchors map[string]ast.Node
}

func target(s *Settings) reflect.Value { return reflect.ValueOf(s).Elem() }

type mistake struct {
	Place
	msg string
}

// at notes an error. What has no place was not read, and somebody has been told why.
func (d *decoder) at(p Place, format string, args ...any) {
	if p.Line > 0 {
		d.errs = append(d.errs, mistake{p, fmt.Sprintf(format, args...)})
	}
}

// err is everything that is wrong, in the order of the file.
func (d *decoder) err() error {
	if len(d.errs) == 0 {
		return nil
	}
	slices.SortStableFunc(d.errs, func(a, b mistake) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
	var out Errors
	for _, m := range d.errs {
		out = append(out, fmt.Sprintf("%s:%d:%d: %s", d.file, m.Line, m.Column, m.msg))
	}
	return out
}

func (d *decoder) errorf(n ast.Node, format string, args ...any) { d.at(place(n), format, args...) }

func place(n ast.Node) Place {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		n = m.Values[0] // the node's own token is its first colon
	}
	if v, ok := n.(*ast.MappingValueNode); ok {
		n = v.Key
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return Place{t.Position.Line, t.Position.Column}
	}
	return Place{}
}

// syntax says where a file is no YAML.
func (f *File) syntax(err error) error {
	var located yaml.Error
	if errors.As(err, &located) {
		if t := located.GetToken(); t != nil && t.Position != nil {
			return Errors{fmt.Sprintf("%s:%d:%d: not YAML: %s", f.shown, t.Position.Line, t.Position.Column, located.GetMessage())}
		}
	}
	return Errors{fmt.Sprintf("%s: not YAML: %v", f.shown, err)}
}

// maxAliases bounds how deep aliases may refer to one another.
const maxAliases = 32

// plain is a node without its anchor, alias and tag.
func (d *decoder) plain(n ast.Node) ast.Node {
	for range maxAliases {
		switch m := n.(type) {
		case *ast.AnchorNode:
			d.anchors[m.Name.String()] = m.Value
			n = m.Value
		case *ast.AliasNode:
			to, ok := d.anchors[m.Value.String()]
			if !ok {
				d.errorf(n, "the alias *%s has no anchor above it", m.Value)
				return nil
			}
			n = to
		case *ast.TagNode:
			n = m.Value
		default:
			return n
		}
	}
	d.errorf(n, "aliases refer to one another")
	return nil
}

var textType = reflect.TypeFor[Text]()

// decode writes a node into a value. What is the name of the node for messages.
func (d *decoder) decode(n ast.Node, v reflect.Value, what string) {
	n = d.plain(n)
	if n == nil {
		return
	}
	if _, null := n.(*ast.NullNode); null {
		return // a key without a value is as good as none
	}
	switch {
	case v.Type() == textType:
		d.text(n, v.Addr().Interface().(*Text), what)
	case v.Kind() == reflect.Slice:
		d.list(n, v, what)
	default:
		d.object(n, v, what)
	}
}

func (d *decoder) text(n ast.Node, to *Text, what string) {
	at := place(n)
	switch n := n.(type) {
	case *ast.StringNode:
		*to = Text{n.Value, at, at.Line}
	case *ast.LiteralNode:
		*to = Text{n.Value.Value, at, at.Line + 1}
	case *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode:
		*to = Text{n.GetToken().Value, at, at.Line}
	default:
		d.errorf(n, "%s must be one value, not a list or a mapping", what)
	}
}

func (d *decoder) list(n ast.Node, v reflect.Value, what string) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		d.errorf(n, "%s must be a list: begin each line with a dash", what)
		return
	}
	for _, item := range seq.Values {
		e := reflect.New(v.Type().Elem()).Elem()
		d.decode(item, e, "an element of "+what)
		v.Set(reflect.Append(v, e))
	}
}

func (d *decoder) object(n ast.Node, v reflect.Value, what string) {
	var entries []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		entries = n.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{n}
	default:
		d.errorf(n, "%s must be a mapping of keys to values", what)
		return
	}
	fields := map[string]int{}
	var keys []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Name == "Place" {
			v.Field(i).Set(reflect.ValueOf(place(n)))
			continue
		}
		key := f.Tag.Get("yaml")
		fields[key] = i
		keys = append(keys, key)
	}
	for _, e := range entries {
		key := e.Key.String()
		if t := e.Key.GetToken(); t != nil {
			key = t.Value
		}
		i, known := fields[key]
		if !known {
			d.errorf(e, "unknown key %q: %s", key, keyHint(key, keys))
			continue
		}
		d.decode(e.Value, v.Field(i), key)
		if kind := v.Type().Field(i).Tag.Get("kind"); kind != "" {
			d.kind(kind, v.Field(i).Addr().Interface().(*Text), key)
		}
	}
}

func keyHint(key string, keys []string) string {
	if word := near.Word(strings.ReplaceAll(key, "_", "-"), keys); word != "" {
		return "did you mean " + word + "?"
	}
	sorted := slices.Sorted(slices.Values(keys))
	return "there are " + strings.Join(sorted, ", ")
}

// kind looks at a value that is more than a text.
func (d *decoder) kind(kind string, t *Text, key string) {
	if !t.IsSet() {
		return
	}
	switch kind {
	case "bool":
		if t.Value != "true" && t.Value != "false" {
			d.at(t.Place, "%s is %q: want true or false", key, t.Value)
		}
	case "int":
		if n, err := strconv.Atoi(t.Value); err != nil || n < 0 {
			d.at(t.Place, "%s is %q: want a whole number, from 0", key, t.Value)
		}
	case "path":
		if t.Value == "" {
			d.at(t.Place, "%s is empty: name a file, relative to this one", key)
		} else if !filepath.IsAbs(t.Value) {
			t.Value = filepath.Join(d.dir, filepath.FromSlash(t.Value))
		}
	}
}

// Flags lists the settings that are also flags, with their values: those that the file sets.
func (s *Settings) Flags() map[string]Text {
	out := map[string]Text{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			f, flag := v.Field(i), v.Type().Field(i).Tag.Get("flag")
			switch {
			case flag == "" && f.Kind() == reflect.Struct && f.Type() != textType:
				walk(f)
			case flag == "":
			case f.Kind() == reflect.Slice:
				if list := f.Interface().([]Text); len(list) > 0 {
					var words []string
					for _, t := range list {
						words = append(words, t.Value)
					}
					out[flag] = Text{Value: strings.Join(words, ","), Place: list[0].Place}
				}
			default:
				if t := f.Interface().(Text); t.IsSet() {
					out[flag] = t
				}
			}
		}
	}
	walk(target(s))
	return out
}
