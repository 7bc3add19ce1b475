package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Kind says what came back.
type Kind string

// The kinds of answers.
const (
	Result        Kind = "result"
	ToolError     Kind = "tool error"     // a result with isError
	ProtocolError Kind = "protocol error" // a JSON-RPC error, or an HTTP status that stands for one
	NoAnswer      Kind = "no answer"      // the request was lost, or took too long
)

// An Answer is what came back from one call.
type Answer struct {
	Kind Kind
	// Doc is the answer as a tree: for tools text, structured and content, for prompts text and messages, for resources
	// text, structured and contents, for http steps status, text and structured, for errors text and code.
	Doc  map[string]any
	Took time.Duration
}

// Failed reports whether the answer is an error of any kind.
func (a *Answer) Failed() bool { return a.Kind != Result }

// Text is all the text of the answer.
func (a *Answer) Text() string {
	text, _ := a.Doc["text"].(string)
	return text
}

// A Call is a step with its variables filled in.
type Call struct {
	Step      *scenario.Step
	Target    string // URI, or method and path of an http step
	Arguments map[string]any
	Body      string
	Answers   map[string]scenario.Reply
	Timeout   time.Duration
}

// Prepare fills the variables of a step.
func Prepare(st *scenario.Step, vars map[string]any, timeout time.Duration) (*Call, error) {
	c := &Call{Step: st, Timeout: st.Timeout.Or(timeout), Answers: make(map[string]scenario.Reply)}
	args, err := scenario.Expand(st.Arguments, vars)
	if err != nil {
		return nil, err
	}
	c.Arguments, _ = args.(map[string]any)
	if c.Target, err = scenario.ExpandString(st.Resource+st.Subscribe+st.Updated+st.HTTP, vars); err != nil {
		return nil, err
	}
	if c.Body, err = scenario.ExpandString(st.Body, vars); err != nil {
		return nil, err
	}
	for k, r := range st.Answers {
		content, err := scenario.Expand(r.Content, vars)
		if err != nil {
			return nil, err
		}
		m, _ := content.(map[string]any)
		c.Answers[k] = scenario.Reply{Action: r.Action, Content: m}
	}
	return c, nil
}

// Method is the JSON-RPC method of a call.
func (c *Call) Method() string {
	switch {
	case c.Step.Tool != "":
		return "tools/call"
	case c.Step.Prompt != "":
		return "prompts/get"
	case c.Step.Resource != "":
		return "resources/read"
	}
	return ""
}

// Do makes a call.
func (s *Session) Do(ctx context.Context, c *Call) *Answer {
	start := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("no answer within %s", c.Timeout))
	defer cancel()
	s.mu.Lock()
	s.replies, s.asked = c.Answers, nil
	s.mu.Unlock()
	doc, isError, err := s.do(ctx, c)
	a := &Answer{Kind: Result, Doc: doc, Took: time.Since(start)}
	if isError {
		a.Kind = ToolError
	}
	if err != nil {
		a.Kind, a.Doc = failure(cause(ctx, err))
		if ctx.Err() != nil {
			a.Kind = NoAnswer
		}
	}
	return a
}

func (s *Session) do(ctx context.Context, c *Call) (doc map[string]any, isError bool, err error) {
	switch st := c.Step; {
	case st.Tool != "":
		var args any = c.Arguments
		if c.Arguments == nil {
			args = map[string]any{}
		}
		res, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: st.Tool, Arguments: args})
		if err != nil {
			return nil, false, err
		}
		return toolDoc(res), res.IsError, nil
	case st.Prompt != "":
		args := make(map[string]string)
		for k, v := range c.Arguments {
			args[k] = scenario.Text(v)
		}
		res, err := s.session.GetPrompt(ctx, &mcp.GetPromptParams{Name: st.Prompt, Arguments: args})
		if err != nil {
			return nil, false, err
		}
		return promptDoc(res), false, nil
	case st.Resource != "":
		return s.read(ctx, c.Target)
	case st.Subscribe != "":
		return map[string]any{"text": "subscribed"}, false, s.session.Subscribe(ctx, &mcp.SubscribeParams{URI: c.Target})
	case st.Updated != "":
		select {
		case <-s.updates(c.Target):
			return map[string]any{"text": "updated"}, false, nil
		case <-ctx.Done():
			return nil, false, fmt.Errorf("no update of %s within %s", c.Target, c.Timeout)
		}
	default:
		return s.http(ctx, c)
	}
}

// read reads a resource past the cache of the SDK, which may answer for the server.
func (s *Session) read(ctx context.Context, uri string) (map[string]any, bool, error) {
	session := s
	if s.opts.Protocol == scenario.Modern {
		fresh, err := Connect(ctx, s.opts)
		if err != nil {
			return nil, false, err
		}
		defer fresh.Close()
		session = fresh
	}
	res, err := session.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		return nil, false, err
	}
	var text strings.Builder
	for _, part := range res.Contents {
		text.WriteString(part.Text)
	}
	return withText(map[string]any{"contents": tree(res.Contents)}, text.String()), false, nil
}

// http makes the request of a browser or of another program, past the protocol.
func (s *Session) http(ctx context.Context, c *Call) (map[string]any, bool, error) {
	method, path, _ := strings.Cut(c.Target, " ")
	base, err := url.Parse(s.opts.URL)
	if err != nil {
		return nil, false, err
	}
	req, err := http.NewRequestWithContext(ctx, method, base.Scheme+"://"+base.Host+path, strings.NewReader(c.Body))
	if err != nil {
		return nil, false, err
	}
	client := &http.Client{ // without identity: browsers have no token
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, false, err
	}
	defer resp.Body.Close()
	const limit = 1 << 20
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit))
	if err != nil {
		return nil, false, err
	}
	doc := withText(map[string]any{"status": float64(resp.StatusCode), "location": resp.Header.Get("Location")}, string(body))
	return doc, resp.StatusCode >= http.StatusBadRequest, nil
}

func toolDoc(res *mcp.CallToolResult) map[string]any {
	var text strings.Builder
	for _, part := range res.Content {
		if t, ok := part.(*mcp.TextContent); ok {
			if text.Len() > 0 {
				text.WriteByte('\n')
			}
			text.WriteString(t.Text)
		}
	}
	doc := withText(map[string]any{"content": tree(res.Content)}, text.String())
	if res.StructuredContent != nil {
		doc["structured"] = tree(res.StructuredContent)
	}
	return doc
}

func promptDoc(res *mcp.GetPromptResult) map[string]any {
	var text strings.Builder
	for _, m := range res.Messages {
		if t, ok := m.Content.(*mcp.TextContent); ok {
			text.WriteString(t.Text)
		}
	}
	return withText(map[string]any{"description": res.Description, "messages": tree(res.Messages)}, text.String())
}

// withText adds a text, and what it holds if it is JSON.
func withText(doc map[string]any, text string) map[string]any {
	doc["text"] = text
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		var v any
		if json.Unmarshal([]byte(trimmed), &v) == nil {
			doc["structured"] = v
		}
	}
	return doc
}

// tree turns a value of the SDK into plain maps and lists.
func tree(v any) any {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		return string(data)
	}
	return out
}

// The SDK puts what it was doing before the reason, with names of its own.
var sdkPrefix = regexp.MustCompile(`^(calling|sending) "[^"]*": |^rejected by transport: |^failed to connect \(session ID: [^)]*\): `)

// plain is an error without what the SDK says about itself.
func plain(err error) string {
	text := err.Error()
	for sdkPrefix.MatchString(text) {
		text = sdkPrefix.ReplaceAllString(text, "")
	}
	return text
}

// failure turns an error into an answer.
func failure(err error) (Kind, map[string]any) {
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		return ProtocolError, map[string]any{"text": wire.Message, "code": float64(wire.Code)}
	}
	var opErr *url.Error
	if errors.As(err, &opErr) {
		return NoAnswer, map[string]any{"text": "the connection broke: " + opErr.Err.Error()}
	}
	return ProtocolError, map[string]any{"text": plain(err)}
}
