// Package record writes a scenario from the conversation of a real client with a server. The client talks to a proxy, and what
// it calls becomes the steps; a value that came with one answer and goes out with a later call becomes a captured variable.
package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/verify/proxy"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

// BodyLimit is how many bytes of a request or an answer are looked at.
const BodyLimit = 4 << 20

// TokenVariable is the environment variable that stands for the token of the client that was recorded. The token itself is not
// written to a file.
const TokenVariable = "MCP_TOKEN"

// message is as much of a JSON-RPC message as a scenario needs.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string         `json:"name"`
		URI       string         `json:"uri"`
		Arguments map[string]any `json:"arguments"`
		Responses map[string]any `json:"inputResponses"`
	} `json:"params"`
	Result map[string]any  `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// Scenario makes a scenario of what passed through a proxy.
func Scenario(exchanges []proxy.Exchange) *scenario.Scenario {
	r := &recording{readOnly: make(map[string]bool)}
	for i := range exchanges {
		r.exchange(&exchanges[i])
	}
	s := &scenario.Scenario{Steps: r.steps}
	if r.token {
		s.Callers = map[string]scenario.Caller{"user": {Token: "$" + TokenVariable}}
	}
	return s
}

type recording struct {
	steps    []scenario.Step
	answers  []any           // of each step, as a tree
	said     []string        // what the client has sent by itself
	readOnly map[string]bool // by the tool's name, as the server lists it
	token    bool
}

func (r *recording) exchange(e *proxy.Exchange) {
	r.token = r.token || e.Authorized
	var request message
	if json.Unmarshal(e.Request, &request) != nil {
		return
	}
	// A client may close the stream as soon as it has its answer: what counts is
	// that the answer came.
	answer, ok := reply(e, request.ID)
	switch request.Method {
	case "tools/list":
		r.tools(answer.Result)
		return
	case "tools/call", "prompts/get", "resources/read":
	default:
		return
	}
	if !ok {
		return // the answer was lost, so there is nothing to compare with
	}
	if len(request.Params.Responses) > 0 && len(r.steps) > 0 {
		r.answered(request, answer) // the second half of a call that asked the user
		return
	}
	r.step(request, answer)
}

// reply finds the answer to a request.
func reply(e *proxy.Exchange, id json.RawMessage) (message, bool) {
	for _, raw := range proxy.Messages(e.Response, e.ContentType) {
		var m message
		if json.Unmarshal(raw, &m) == nil && m.Method == "" && string(m.ID) == string(id) {
			return m, true
		}
	}
	return message{}, false
}

// tools notes which tools change nothing, as far as the server says so.
func (r *recording) tools(result map[string]any) {
	list, _ := result["tools"].([]any)
	for _, v := range list {
		t, _ := v.(map[string]any)
		name, _ := t["name"].(string)
		hints, _ := t["annotations"].(map[string]any)
		if only, ok := hints["readOnlyHint"].(bool); ok {
			r.readOnly[name] = only
		}
	}
}

func (r *recording) step(request, answer message) {
	st := scenario.Step{}
	switch request.Method {
	case "tools/call":
		st.Tool = request.Params.Name
		st.Write = !r.reads(st.Tool)
	case "prompts/get":
		st.Prompt = request.Params.Name
	case "resources/read":
		st.Resource = r.link(request.Params.URI, "uri")
	}
	if len(request.Params.Arguments) > 0 {
		st.Arguments = r.arguments(request.Params.Arguments)
	}
	isError, _ := answer.Result["isError"].(bool)
	if isError || answer.Error != nil {
		st.Expect = &scenario.Expect{Error: true}
	}
	r.steps = append(r.steps, st)
	r.answers = append(r.answers, view(answer.Result))
}

// answered puts what the user said into the step that asked.
func (r *recording) answered(request, answer message) {
	last := len(r.steps) - 1
	for _, v := range request.Params.Responses {
		said, _ := v.(map[string]any)
		action, _ := said["action"].(string)
		if action == "" {
			continue
		}
		content, _ := said["content"].(map[string]any)
		if r.steps[last].Answers == nil {
			r.steps[last].Answers = make(map[string]scenario.Reply)
		}
		r.steps[last].Answers["*"] = scenario.Reply{Action: action, Content: content}
	}
	r.answers[last] = view(answer.Result)
}

// reads reports whether a tool changes nothing: by its annotation, else by its name.
func (r *recording) reads(tool string) bool {
	if only, ok := r.readOnly[tool]; ok {
		return only
	}
	return regexp.MustCompile(`(?i)(^|[_.-])(list|get|search|show|read|find|status|view|describe|query|count|check)`).MatchString(tool)
}

// view is an answer as captures see it.
func view(result map[string]any) any {
	out := make(map[string]any)
	if v, ok := result["structuredContent"]; ok {
		out["structured"] = v
	}
	var text []string
	for _, key := range []string{"content", "contents"} {
		parts, _ := result[key].([]any)
		for _, v := range parts {
			part, _ := v.(map[string]any)
			if s, ok := part["text"].(string); ok {
				text = append(text, s)
			}
		}
	}
	out["text"] = strings.Join(text, "\n")
	var v any
	if out["structured"] == nil && json.Unmarshal([]byte(strings.Join(text, "\n")), &v) == nil {
		if _, isText := v.(string); !isText {
			out["structured"] = v
		}
	}
	return out
}

// arguments replaces values that came from earlier answers by variables.
func (r *recording) arguments(args map[string]any) map[string]any {
	out := make(map[string]any)
	for _, k := range slices.Sorted(maps.Keys(args)) {
		out[k] = r.value(args[k], k)
	}
	return out
}

func (r *recording) value(v any, name string) any {
	switch v := v.(type) {
	case string:
		return r.link(v, name)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = r.value(v[i], name)
		}
		return out
	case map[string]any:
		return r.arguments(v)
	}
	return v
}

// shortest is the length from which a text that comes back is taken for a handle.
const shortest = 4

// link looks for a text in earlier answers. If it came from one, the step of that answer captures it.
func (r *recording) link(s, name string) string {
	if len(s) < shortest || slices.Contains(r.said, s) {
		return s
	}
	for i, answer := range r.answers {
		if path := find(answer, s, "$"); path != "" {
			return "${" + r.capture(i, path, name) + "}"
		}
	}
	r.said = append(r.said, s)
	return s
}

// capture lets a step capture what is at a path and returns the name of the variable.
func (r *recording) capture(i int, path scenario.Path, name string) string {
	st := &r.steps[i]
	for have, c := range st.Capture {
		if c.Path == path {
			return have
		}
	}
	if st.Capture == nil {
		st.Capture = make(map[string]scenario.Capture)
	}
	name = r.variable(name)
	st.Capture[name] = scenario.Capture{Path: path}
	return name
}

// variable makes a name that no capture has yet.
func (r *recording) variable(name string) string {
	name = regexp.MustCompile(`\W`).ReplaceAllString(name, "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' || scenario.BuiltIn(name) {
		name = "v_" + name
	}
	taken := func(s string) bool {
		return slices.ContainsFunc(r.steps, func(st scenario.Step) bool { _, ok := st.Capture[s]; return ok })
	}
	for n, base := 2, name; taken(name); n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	return name
}

// find returns the first path at which a text stands as a whole value, or "". Structured values come first, since a text may hold more.
func find(v any, s, path string) scenario.Path {
	switch v := v.(type) {
	case string:
		if strings.TrimSpace(v) == s {
			return scenario.Path(path)
		}
	case []any:
		for i := range v {
			if found := find(v[i], s, fmt.Sprintf("%s[%d]", path, i)); found != "" {
				return found
			}
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			key := "." + k
			if !regexp.MustCompile(`^[A-Za-z_]\w*$`).MatchString(k) {
				key = "['" + strings.ReplaceAll(k, "'", `\'`) + "']"
			}
			if found := find(v[k], s, path+key); found != "" {
				return found
			}
		}
	}
	return ""
}
