package handles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type noteIn struct {
	Title string `json:"title"`
	Key   string `json:"idempotency_key,omitempty"`
}

type noteOut struct {
	ID int `json:"id"`
}

// client connects a client to a server in memory.
func client(t *testing.T, s *mcp.Server) *mcp.ClientSession {
	t.Helper()
	ct, st := mcp.NewInMemoryTransports()
	ss, err := s.Connect(t.Context(), st, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ss.Close() })
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), ct, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	return cs
}

func TestIdempotentTool(t *testing.T) {
	ran := 0
	s := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create"}, Idempotent("create", func(_ context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, noteOut, error) {
		ran++
		switch in.Title {
		case "error":
			return nil, noteOut{}, errors.New("no")
		case "tool error":
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "refused"}}}, noteOut{}, nil
		case "text":
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint("note ", ran)}}}, noteOut{ran}, nil
		}
		return nil, noteOut{ID: ran}, nil
	}))
	cs := client(t, s)
	unique := someone(t)
	call := func(title, key string) (string, bool) {
		t.Helper()
		args := map[string]any{"title": title}
		if key != "" {
			args["idempotency_key"] = unique + key
		}
		res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "create", Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		return string(data), res.IsError
	}
	for _, title := range []string{"plain", "text"} {
		before := ran
		a, _ := call(title, title+"1")
		b, _ := call(title, title+"1")
		if a != b || ran != before+1 {
			t.Errorf("%s: repeated: ran %d times\n%s\n%s", title, ran-before, a, b)
		}
		if c, _ := call(title, title+"2"); c == a {
			t.Errorf("%s: another key: %s", title, c)
		}
		call(title, "")
		if call(title, ""); ran != before+4 {
			t.Errorf("%s: without a key: ran %d times", title, ran-before)
		}
	}
	if text, failed := call("other", "plain1"); !failed || !strings.Contains(text, "other arguments") {
		t.Errorf("other arguments: %s", text)
	}
	for _, title := range []string{"error", "tool error"} {
		before := ran
		for range 2 {
			if text, failed := call(title, title); !failed || strings.Contains(text, "handles:") {
				t.Errorf("%s: %s", title, text)
			}
		}
		if ran != before+2 {
			t.Errorf("%s: ran %d times", title, ran-before)
		}
	}
}

// A repetition looks as the first call did: large numbers, content that the SDK makes of the output. Arguments that differ in the last digit
// of a large number are others.
func TestIdempotentFidelity(t *testing.T) {
	type in struct {
		ID  int64  `json:"id"`
		Key string `json:"idempotency_key,omitempty"`
	}
	ran := 0
	s := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "any"}, Idempotent("any", func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		ran++
		return nil, struct {
			ID   int64
			Also string
		}{a.ID, "x"}, nil
	}))
	mcp.AddTool(s, &mcp.Tool{Name: "bare"}, Idempotent("bare", func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, noteOut, error) {
		ran++
		return &mcp.CallToolResult{Meta: mcp.Meta{"made": "here"}}, noteOut{7}, nil
	}))
	cs := client(t, s)
	key := someone(t)
	call := func(tool, id string) string {
		t.Helper()
		args := json.RawMessage(`{"id":` + id + `,"idempotency_key":"` + key + `"}`)
		res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(res.Content)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, tool := range []string{"any", "bare"} {
		first, again := call(tool, "9007199254740993"), call(tool, "9007199254740993")
		if first != again || len(first) < 10 {
			t.Errorf("%s: first %s, then %s", tool, first, again)
		}
		if other := call(tool, "9007199254740992"); !strings.Contains(other, "other arguments") {
			t.Errorf("%s: another number: %s", tool, other)
		}
	}
	if ran != 2 {
		t.Errorf("ran %d times", ran)
	}
}

func TestWithHandle(t *testing.T) {
	res := WithHandle(WithHandle(nil, "a_id", "1"), "b_id", "2")
	if len(res.Content) != 2 || res.Content[1].(*mcp.TextContent).Text != "b_id: 2" {
		t.Errorf("%+v", res.Content)
	}
}

func TestIdempotentRequest(t *testing.T) {
	ran, seen := 0, ""
	s := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "create", InputSchema: map[string]any{"type": "object"}}, IdempotentRequest("create", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ran, seen = ran+1, string(req.Params.Arguments)
		if strings.Contains(seen, "error") {
			return nil, errors.New("no")
		}
		return &mcp.CallToolResult{IsError: strings.Contains(seen, "refused"), Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint("note ", ran)}}}, nil
	}))
	cs := client(t, s)
	unique := someone(t)
	call := func(title, key string) string {
		t.Helper()
		args := map[string]any{"title": title}
		if key != "" {
			args["idempotency_key"] = unique + key
		}
		res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "create", Arguments: args})
		if err != nil {
			return err.Error()
		}
		data, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	a := call("x", "1")
	if b := call("x", "1"); a != b || ran != 1 || seen != `{"title":"x"}` {
		t.Errorf("repeated: ran %d times, with %s\n%s\n%s", ran, seen, a, b)
	}
	if c := call("y", "1"); !strings.Contains(c, "other arguments") {
		t.Errorf("other arguments: %s", c)
	}
	for _, title := range []string{"error", "refused"} {
		before := ran
		call(title, title)
		if call(title, title); ran != before+2 {
			t.Errorf("%s: ran %d times", title, ran-before)
		}
	}
	before := ran
	call("x", "")
	if call("x", ""); ran != before+2 {
		t.Errorf("without a key: ran %d times", ran-before)
	}
}

// A handler is given the arguments as they were before the tool had a key.
func TestWithoutKey(t *testing.T) {
	args := map[string]any{"title": "x", IdempotencyArgument: "k"}
	if got := withoutKey(args); len(got) != 1 || len(args) != 2 {
		t.Errorf("%v of %v", got, args)
	}
	if got, ok := withoutKey[any](args).(map[string]any); !ok || len(got) != 1 {
		t.Errorf("%v", got)
	}
	raw := json.RawMessage(`{"n":12345678901234567890,"idempotency_key":"k"}`)
	if got := string(withoutKey(raw)); got != `{"n":12345678901234567890}` {
		t.Errorf("%s", got)
	}
	for _, raw := range []json.RawMessage{nil, json.RawMessage(`[1]`), json.RawMessage(`{`)} {
		if got := withoutKey(raw); string(got) != string(raw) {
			t.Errorf("%s becomes %s", raw, got)
		}
	}
	if got := withoutKey(noteIn{Key: "k"}); got.Key != "k" {
		t.Errorf("%+v", got)
	}
}
