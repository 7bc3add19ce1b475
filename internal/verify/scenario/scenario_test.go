package scenario_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

const full = `name: notes
server:
  build: go build -o {bin}/server .
  command: "{bin}/server -addr {addr}"
  env: {DIR: "{dir}"}
  ready: 5s
services:
  redis: {command: "redis-server --port {port}"}
callers:
  alice: {token: $ALICE}
  bob: {token: b, headers: {X-Team: blue}}
timeout: 2s
volatile: [$.structured.took]
steps:
  - tool: create
    arguments: {title: "of ${caller}", tags: [a, "${unique}"]}
    capture:
      id: $.structured.id
      token: {path: $.text, match: "token=(\\w+)", shared: true}
    write: true
    answers: {"*": {action: accept, content: {sure: true}}}
  - tool: show
    arguments: {id: "${id}"}
    expect: {contains: ["of ${caller}"], equals: {$.structured.n: 1}}
    until: {lacks: [running]}
  - resource: "note://${id}"
  - http: GET /callback?t=${token}
    name: callback
  - prompt: summary
    arguments: {id: "${id}"}
  - subscribe: note://all
  - updated: note://all
`

func TestParse(t *testing.T) {
	s, err := scenario.Parse("dir/s.yaml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	if got := []string{s.Steps[0].Call(), s.Steps[2].Call(), s.Steps[3].Call(), s.Steps[6].Call()}; !slices.Equal(got, []string{"create", "resource note://${id}", "callback", "update of note://all"}) {
		t.Errorf("calls: %q", got)
	}
	if s.Steps[0].Line != 15 || s.Steps[2].Line != 26 {
		t.Errorf("lines %d, %d", s.Steps[0].Line, s.Steps[2].Line)
	}
	if c := s.Steps[0].Capture["id"]; c.Path != "$.structured.id" || c.Shared {
		t.Errorf("short capture: %+v", c)
	}
	if c := s.Steps[0].Capture["token"]; !c.Shared || c.Match == "" {
		t.Errorf("long capture: %+v", c)
	}
	if s.Timeout.Or(0) != 2*time.Second || s.Server.Ready.Or(0) != 5*time.Second {
		t.Errorf("durations %v, %v", s.Timeout, s.Server.Ready)
	}
	if got := s.Steps[1].Uses(); !slices.Contains(got, "id") || !slices.Contains(got, "caller") {
		t.Errorf("uses %v", got)
	}
	if got := s.Steps[1].Presents(); !slices.Equal(got, []string{"id"}) {
		t.Errorf("presents %v", got)
	}
	if !filepath.IsAbs(s.Dir) {
		t.Errorf("dir %s", s.Dir)
	}
}

// Editors of Windows put a byte order mark before the text.
func TestByteOrderMark(t *testing.T) {
	if _, err := scenario.Parse("s.yaml", []byte("\ufeff"+full)); err != nil {
		t.Error(err)
	}
}

// Each mistake gets one error that names the file and the line.
func TestMistakes(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"empty":              {"", "s.yaml: the file is empty"},
		"syntax":             {"steps:\n  - tool: a\n   b: c\n", "s.yaml:3:"},
		"unknown field":      {"steps:\n  - tool: a\n    argument: {}\n", "s.yaml:3: unknown field \"argument\""},
		"twice":              {"steps:\n  - tool: a\n    tool: b\n", "s.yaml:3:"},
		"no steps":           {"name: x\n", "there are no steps"},
		"two kinds":          {"steps:\n  - tool: a\n    prompt: b\n", "s.yaml:2: step 1 must have exactly one of"},
		"no kind":            {"steps:\n  - tool: a\n  - write: true\n", "s.yaml:3: step 2 must have exactly one of"},
		"unknown variable":   {"steps:\n  - tool: a\n  - tool: b\n    arguments: {id: \"${id}\"}\n", "s.yaml:3: ${id} is used before a step captures it"},
		"captured too late":  {"steps:\n  - tool: a\n    arguments: {id: \"${id}\"}\n    capture: {id: $.text}\n", "${id} is used before"},
		"bad path":           {"steps:\n  - tool: a\n    capture: {id: text}\n", "s.yaml:3: \"text\" is no JSONPath"},
		"bad volatile":       {"steps:\n  - tool: a\n    volatile: [$.a, \"$[\"]\n", "s.yaml:3: \"$[\" is no JSONPath"},
		"bad match":          {"steps:\n  - tool: a\n    capture:\n      id: {path: $.text, match: \"(\"}\n", "s.yaml:4: match:"},
		"match, no group":    {"steps:\n  - tool: a\n    capture:\n      id: {path: $.text, match: \"x\"}\n", "s.yaml:4: match has no group"},
		"built-in":           {"steps:\n  - tool: a\n    capture: {caller: $.text}\n", "${caller} is given by verify"},
		"duration":           {"timeout: 10\nsteps: [{tool: a}]\n", "s.yaml"},
		"protocol":           {"protocols: [2024-01-01]\nsteps: [{tool: a}]\n", "unknown protocol \"2024-01-01\": use 2026-07-28 or 2025-11-25"},
		"action":             {"steps:\n  - tool: a\n    answers:\n      \"*\": {action: yes}\n", "unknown action"},
		"http":               {"steps:\n  - http: /callback\n", "s.yaml:2: write an http step as a method and a path"},
		"prompt's arguments": {"steps:\n  - prompt: a\n    arguments: {n: 1}\n", "arguments of prompts are texts"},
		"resource arguments": {"steps:\n  - resource: a://b\n    arguments: {n: 1}\n", "only tools and prompts have arguments"},
		"service":            {"services:\n  db: {dir: x}\nsteps: [{tool: a}]\n", "service db has no command"},
		"path":               {"server: {path: mcp}\nsteps: [{tool: a}]\n", "does not start with /"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := scenario.Parse("s.yaml", []byte(test.text))
			var mistake *scenario.Error
			if !errors.As(err, &mistake) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
		})
	}
	if _, err := scenario.Load("nowhere.yaml"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestExpand(t *testing.T) {
	vars := map[string]any{"id": float64(7), "name": "ann"}
	got, err := scenario.Expand(map[string]any{"id": "${id}", "text": "${name} has ${id}", "list": []any{"${name}", true}}, vars)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"id": float64(7), "text": "ann has 7", "list": []any{"ann", true}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if _, err := scenario.Expand("a ${lost}", vars); err == nil || !strings.Contains(err.Error(), "${lost}") {
		t.Errorf("error %v", err)
	}
	if got := scenario.Fill(`{"a": {addr}, "b": {other}}`, map[string]string{"addr": "x"}); got != `{"a": x, "b": {other}}` {
		t.Errorf("filled %s", got)
	}
}

func TestResolve(t *testing.T) {
	getenv := func(name string) string { return map[string]string{"T": "secret"}[name] }
	c, err := scenario.Caller{Token: "$T", Headers: map[string]string{"A": "b"}}.Resolve(getenv)
	if err != nil || c.Token != "secret" || c.Headers["A"] != "b" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := (scenario.Caller{Token: "$U"}).Resolve(getenv); err == nil || !strings.Contains(err.Error(), "U is not set") {
		t.Errorf("error %v", err)
	}
}

// A scenario that is written and read again is the same.
func TestMarshal(t *testing.T) {
	s, err := scenario.Parse("s.yaml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	data, err := scenario.Marshal(s, "two", "lines")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(data), "# yaml-language-server: $schema=https://") || !strings.Contains(string(data), "\n# lines\n") {
		t.Errorf("head of\n%s", data)
	}
	again, err := scenario.Parse("s.yaml", data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	for i := range again.Steps {
		again.Steps[i].Line = s.Steps[i].Line
	}
	if !reflect.DeepEqual(s, again) {
		t.Errorf("read back:\n%s", data)
	}
}

func published(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	data, err := os.ReadFile("../../../docs/schema/scenario-v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s := new(jsonschema.Schema)
	if err := json.Unmarshal(data, s); err != nil {
		t.Fatal(err)
	}
	if s.ID != scenario.SchemaURL {
		t.Errorf("the schema is at %s", s.ID)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

// The published schema accepts what Load accepts.
func TestSchema(t *testing.T) {
	schema := published(t)
	validate := func(data []byte) error {
		var v any
		if err := yaml.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var instance any
		if err := json.Unmarshal(text, &instance); err != nil {
			t.Fatal(err)
		}
		return schema.Validate(instance)
	}
	if err := validate([]byte(full)); err != nil {
		t.Error(err)
	}
	files, err := filepath.Glob("../../../fixtures/*/*/*/scenario.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(data); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, bad := range []string{
		"steps: []", "name: x", "steps: [{tool: a, prompt: b}]", "steps: [{tool: a, argument: {}}]",
		"steps: [{tool: a, answers: {x: {action: maybe}}}]", "protocols: [x]\nsteps: [{tool: a}]", "steps: [{http: callback}]",
	} {
		if err := validate([]byte(bad)); err == nil {
			t.Errorf("the schema accepts %s", bad)
		}
	}
}

// The schema knows the fields of the Go types, and no others.
func TestSchemaMatchesTypes(t *testing.T) {
	data, err := os.ReadFile("../../../docs/schema/scenario-v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	root := new(jsonschema.Schema)
	if err := json.Unmarshal(data, root); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		schema *jsonschema.Schema
		typ    reflect.Type
	}{
		"scenario": {root, reflect.TypeFor[scenario.Scenario]()},
		"server":   {root.Properties["server"], reflect.TypeFor[scenario.Server]()},
		"service":  {root.Defs["service"], reflect.TypeFor[scenario.Service]()},
		"caller":   {root.Defs["caller"], reflect.TypeFor[scenario.Caller]()},
		"step":     {root.Defs["step"], reflect.TypeFor[scenario.Step]()},
		"expect":   {root.Defs["expect"], reflect.TypeFor[scenario.Expect]()},
	} {
		fields := map[string]bool{}
		for field := range test.typ.Fields() {
			if tag, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); tag != "-" {
				fields[tag] = true
			}
		}
		for field := range fields {
			if p := test.schema.Properties[field]; p == nil {
				t.Errorf("%s.%s is not in the schema", name, field)
			} else if p.Description == "" && p.Ref == "" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
		for field := range test.schema.Properties {
			if !fields[field] {
				t.Errorf("%s.%s is in the schema only", name, field)
			}
		}
	}
}
