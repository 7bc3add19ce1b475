// Package suggest drafts a scenario for a server from the tools that it lists and from the findings of an audit: tools that share a
// state object are called one after another, the one that makes the object first. A draft is a start for a person, who knows which
// arguments make sense.
package suggest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Draft is a scenario and what was assumed to write it.
type Draft struct {
	Steps []scenario.Step
	Notes []string
}

// tool is what a draft needs to know about a tool.
type tool struct {
	name     string
	input    map[string]any // JSON schema
	output   map[string]any // JSON schema, or nil
	readOnly bool
	destroys bool
}

// From drafts the steps for a server's tools. Tools that destroy something are left out.
func From(list []*mcp.Tool, findings []report.Finding) Draft {
	tools := make(map[string]*tool)
	var rest []string
	for _, t := range list {
		tools[t.Name] = describe(t)
		rest = append(rest, t.Name)
	}
	var d Draft
	w := &writer{draft: &d, tools: tools, done: make(map[string]bool)}
	for _, f := range findings {
		group := slices.DeleteFunc(slices.Clone(f.Tools), func(name string) bool { return tools[name] == nil })
		if len(group) > 0 {
			w.group(group)
		}
	}
	w.group(rest)
	return d
}

func describe(t *mcp.Tool) *tool {
	out := &tool{name: t.Name, input: schema(t.InputSchema), output: schema(t.OutputSchema)}
	out.readOnly = has(t.Name, readers) && !has(t.Name, destroyers)
	out.destroys = has(t.Name, destroyers)
	if a := t.Annotations; a != nil {
		if a.ReadOnlyHint {
			out.readOnly, out.destroys = true, false
		}
	}
	return out
}

// schema turns whatever the SDK has for a schema into a map.
func schema(v any) map[string]any {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var m map[string]any
	if json.Unmarshal(data, &m) != nil {
		return nil
	}
	return m
}

// writer appends steps to a draft.
type writer struct {
	draft *Draft
	tools map[string]*tool
	done  map[string]bool
}

// group writes the calls of tools that share something, each once, with a read at the end if there is none.
func (w *writer) group(names []string) {
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	for _, name := range names {
		if w.done[name] {
			continue
		}
		w.done[name] = true
		t := w.tools[name]
		if t.destroys {
			w.draft.Notes = append(w.draft.Notes, fmt.Sprintf("%s is left out: its name says that it destroys something", name))
			continue
		}
		w.draft.Steps = append(w.draft.Steps, w.step(t))
	}
}

func (w *writer) step(t *tool) scenario.Step {
	st := scenario.Step{Tool: t.name, Write: !t.readOnly}
	properties, _ := t.input["properties"].(map[string]any)
	for _, arg := range required(t.input) {
		property, _ := properties[arg].(map[string]any)
		if st.Arguments == nil {
			st.Arguments = make(map[string]any)
		}
		if use := w.handle(t, arg); use != "" {
			st.Arguments[arg] = use
			continue
		}
		st.Arguments[arg] = example(arg, property, 0)
	}
	return st
}

func required(schema map[string]any) []string {
	list, _ := schema["required"].([]any)
	var names []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			names = append(names, s)
		}
	}
	slices.Sort(names)
	return names
}

// handle finds an earlier step that makes what an argument names, lets it capture that, and returns the use of the variable.
func (w *writer) handle(t *tool, arg string) string {
	of, sure := handleName(arg)
	maker := w.maker(t, arg, of, sure)
	if maker < 0 {
		return ""
	}
	st := &w.draft.Steps[maker]
	outputs, _ := w.tools[st.Tool].output["properties"].(map[string]any)
	path := scenario.Path("$.text")
	switch {
	case outputs[arg] != nil:
		path = scenario.Path("$.structured." + arg)
	case outputs["id"] != nil:
		path = "$.structured.id"
	case len(outputs) == 1:
		path = scenario.Path("$.structured." + slices.Collect(maps.Keys(outputs))[0])
	}
	name := strings.Join(words(arg), "_")
	if scenario.BuiltIn(name) {
		name += "_value"
	}
	if st.Capture == nil {
		st.Capture = make(map[string]scenario.Capture)
	}
	st.Capture[name] = scenario.Capture{Path: path}
	return "${" + name + "}"
}

// maker is the step that makes what an argument names, or -1: one whose output has it, one that the argument's description mentions,
// one that makes such a thing by its name, or the only one that makes anything.
func (w *writer) maker(t *tool, arg, of string, sure bool) int {
	only, makers := -1, 0
	for i := len(w.draft.Steps) - 1; i >= 0; i-- {
		earlier := w.tools[w.draft.Steps[i].Tool]
		outputs, _ := earlier.output["properties"].(map[string]any)
		if outputs[arg] != nil || mentions(t, arg, earlier.name) {
			return i
		}
		if rank(earlier.name) > 0 {
			continue
		}
		if sure && of != "" && has(earlier.name, words(of)) {
			return i
		}
		only, makers = i, makers+1
	}
	if sure && makers == 1 {
		return only
	}
	return -1
}

// ids are the forms in which a text names what it is about, surest first.
var ids = []*regexp.Regexp{
	regexp.MustCompile(`([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})`),
	regexp.MustCompile(`(?i)\b(?:id|handle|token|cursor)\b["']?\s*[:=]?\s*["'` + "`" + `]?([\w.-]{4,})`),
	regexp.MustCompile(`'([\w.-]{4,})'`),
	regexp.MustCompile(`"([\w.-]{4,})"`),
	regexp.MustCompile(`\b([A-Z2-7]{26})\b`),
	regexp.MustCompile(`\b([0-9a-f]{16,})\b`),
}

// Match finds out where in a text, which is more than a handle, the handle stands. It returns "" when the whole text may be one.
func Match(text string) string {
	if text = strings.TrimSpace(text); !strings.ContainsAny(text, " \n") {
		return ""
	}
	for _, re := range ids {
		if re.MatchString(text) {
			return re.String()
		}
	}
	return ""
}

// mentions reports whether the description of an argument names a tool: "id from open_shell".
func mentions(t *tool, arg, other string) bool {
	properties, _ := t.input["properties"].(map[string]any)
	property, _ := properties[arg].(map[string]any)
	text, _ := property["description"].(string)
	return strings.Contains(text, other)
}

// maxDepth is how deep an example of a nested argument goes.
const maxDepth = 4

// example makes up a value for an argument.
func example(name string, schema map[string]any, depth int) any {
	if depth > maxDepth {
		return nil
	}
	if v, ok := schema["const"]; ok {
		return v
	}
	if v, ok := schema["default"]; ok {
		return v
	}
	for _, key := range []string{"examples", "enum"} {
		if list, _ := schema[key].([]any); len(list) > 0 {
			return list[0]
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, _ := schema[key].([]any); len(list) > 0 {
			if first, ok := list[0].(map[string]any); ok {
				return example(name, first, depth+1)
			}
		}
	}
	switch kind(schema) {
	case "integer", "number":
		if v, ok := schema["minimum"].(float64); ok {
			return max(v, 1)
		}
		return 1
	case "boolean":
		return false
	case "array":
		items, _ := schema["items"].(map[string]any)
		return []any{example(name, items, depth+1)}
	case "object":
		out := make(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		for _, field := range required(schema) {
			property, _ := properties[field].(map[string]any)
			out[field] = example(field, property, depth+1)
		}
		return out
	}
	return text(name)
}

// kind is the type of a schema. Where several are allowed, null is not the one to try.
func kind(schema map[string]any) string {
	switch v := schema["type"].(type) {
	case string:
		return v
	case []any:
		for _, t := range v {
			if s, ok := t.(string); ok && s != "null" {
				return s
			}
		}
	}
	return ""
}

// text makes up a text from the name of its argument.
func text(name string) string {
	w := words(name)
	contains := func(list ...string) bool {
		return slices.ContainsFunc(w, func(s string) bool { return slices.Contains(list, s) })
	}
	switch {
	case contains("idempotency"):
		return "verify-call-${unique}"
	case contains("url", "uri", "endpoint", "link"):
		return "https://example.com/"
	case contains("path", "file", "filename", "directory", "dir", "folder"):
		return "example.txt"
	case contains("email", "mail"):
		return "somebody@example.com"
	case contains("date", "day"):
		return "2026-01-31"
	case contains("command", "cmd"):
		return "echo example"
	case contains("sql", "statement"):
		return "SELECT 1"
	case contains("timezone", "tz"):
		return "UTC"
	}
	return "example"
}
