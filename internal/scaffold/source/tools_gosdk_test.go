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

func TestWithHandle(t *testing.T) {
	res := WithHandle(WithHandle(nil, "a_id", "1"), "b_id", "2")
	if len(res.Content) != 2 || res.Content[1].(*mcp.TextContent).Text != "b_id: 2" {
		t.Errorf("%+v", res.Content)
	}
}
