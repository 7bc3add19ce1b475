package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/jsonschema-go/jsonschema"
)

var rules = []string{"ambient", "memo"}

func read(t *testing.T, text string) (*File, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), Name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return Read(name, rules)
}

// schema is the published one.
func schema(t *testing.T) (*jsonschema.Schema, *jsonschema.Resolved) {
	t.Helper()
	data, err := os.ReadFile("../../docs/schema/config-v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s := new(jsonschema.Schema)
	if err := json.Unmarshal(data, s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, resolved
}

// The schema and the program accept and refuse the same files.
func TestSchema(t *testing.T) {
	_, resolved := schema(t)
	for text, ok := range map[string]bool{
		"version: 1":                  true,
		"version: 2":                  false,
		"fail-on: none":               true,
		"fail-on: never":              false,
		"min-severity: none":          false,
		"min-confidence: possible":    true,
		"min-confidence: certain":     false,
		"tests: true":                 true,
		"max-findings: 3":             true,
		"max-findings: -1":            false,
		"max-findings: few":           false,
		"baseline: known.json":        true,
		"baseline: ''":                false,
		"baseline-strict: 1":          false,
		"tests: 1":                    false,
		"tests: [true]":               false,
		"rules: {enable: [ambient]}":  true,
		"rules: {disable: []}":        true,
		"rules:":                      true,
		"rules: {enable: ambient}":    false,
		"rules: [ambient]":            false,
		"rules: {enabled: [ambient]}": false,
		"exclude:\n  - path: a/**\n    reason: old\n    rules: [memo]": true,
		"exclude:\n  - path: a/**":                                     false,
		"exclude:\n  - reason: old":                                    false,
		"exclude:\n  - path: ''\n    reason: old":                      false,
		"exclude: {path: a, reason: b}":                                false,
		"tables:\n  - file: a.table":                                   true,
		"tables:\n  - lines: |\n      a\n      b":                      true,
		"tables:\n  - file: a.table\n    lines: x":                     false,
		"tables:\n  - {}":                                              false,
		"tables: [a.table]":                                            false,
		"unknown: 1":                                                   false,
		"just a text":                                                  false,
	} {
		if _, err := read(t, text); (err == nil) != ok {
			t.Errorf("%q: the program says %v", text, err)
		}
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(v) // numbers as JSON has them
		if err == nil {
			err = json.Unmarshal(data, &v)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); (err == nil) != ok {
			t.Errorf("%q: the schema says %v", text, err)
		}
	}
	if _, err := read(t, ""); err != nil {
		t.Errorf("an empty file: %v", err)
	}
}

// The schema and the types have the same keys, and the page explains each.
func TestKeys(t *testing.T) {
	root, _ := schema(t)
	page, err := os.ReadFile("../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	var compare func(where string, s *jsonschema.Schema, typ reflect.Type)
	compare = func(where string, s *jsonschema.Schema, typ reflect.Type) {
		var keys []string
		for f := range typ.Fields() {
			key := f.Tag.Get("yaml")
			if f.Name == "Place" {
				continue
			}
			keys = append(keys, key)
			p := s.Properties[key]
			if p == nil {
				t.Errorf("%s.%s is not in the schema", where, key)
				continue
			}
			if p.Description == "" {
				t.Errorf("%s.%s has no description", where, key)
			}
			if !strings.Contains(string(page), "`"+strings.TrimPrefix(where+"."+key, ".")+"`") {
				t.Errorf("docs/config.md does not explain %s.%s", where, key)
			}
			switch {
			case f.Type == textType || f.Type == reflect.TypeFor[[]Text]():
			case f.Type.Kind() == reflect.Slice:
				compare(where+"."+key, p.Items, f.Type.Elem())
			default:
				compare(where+"."+key, p, f.Type)
			}
		}
		for key := range s.Properties {
			if !slices.Contains(keys, key) {
				t.Errorf("%s.%s is in the schema only", where, key)
			}
		}
	}
	compare("", root, reflect.TypeFor[Settings]())
}

func TestFlags(t *testing.T) {
	f, err := read(t, "fail-on: low\nrules:\n  disable: [memo, ambient]\ntests: false\n")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, text := range f.Flags() {
		got[name] = text.Value
		if text.Place.Line == 0 {
			t.Errorf("%s has no place", name)
		}
	}
	if want := map[string]string{"fail-on": "low", "disable": "memo,ambient", "tests": "false"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Anchors, aliases, tags and blocks are YAML like the rest.
func TestYAML(t *testing.T) {
	f, err := read(t, "exclude:\n  - path: a\n    reason: &why old\n    rules: &some [memo]\n  - path: !!str b\n    reason: *why\n    rules: *some\ntables:\n  - lines: |\n      first\n      second\n  - lines: plain\n")
	if err != nil {
		t.Fatal(err)
	}
	x := f.Exclude[1]
	if x.Path.Value != "b" || x.Reason.Value != "old" || len(x.Rules) != 1 || x.Rules[0].Value != "memo" || x.Place.Line != 5 {
		t.Errorf("%+v", x)
	}
	if a, b := f.Tables[0].Lines, f.Tables[1].Lines; a.Value != "first\nsecond\n" || a.First != 10 || b.First != 12 {
		t.Errorf("%+v\n%+v", a, b)
	}
	for text, want := range map[string]string{
		"fail-on: *x":                            "alias",
		"rules: {enable: [ambient], <<: {a: b}}": `unknown key "<<"`,
		"fail-on: low\n---\nfail-on: high":       ":3:1: a second document",
		"fail-on: {a: b}":                        "must be one value",
		"{":                                      "not YAML",
	} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("fail-on: low\nexclude:\n  - path: &a x\n    reason: *a\n")
	f.Add("tables:\n- lines: |2\n    x\n- *b\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := &File{shown: "f"}
		if err := file.parse([]byte(text), rules); err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("%q: an error without a place: %v", text, err)
		}
	})
}

// Editors of Windows put a byte order mark before the text, and end lines with two characters.
func TestByteOrderMark(t *testing.T) {
	f, err := read(t, "\ufefffail-on: low\r\ntests: true\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if f.FailOn.Value != "low" || f.Tests.Value != "true" {
		t.Errorf("read %+v", f.Settings)
	}
}
