package handles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

func TestIdempotentHandler(t *testing.T) {
	ran := 0
	handler := IdempotentHandler("create", func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ran++
		if key := req.GetString("idempotency_key", ""); key != "" {
			t.Errorf("the handler sees the key %s", key)
		}
		switch req.GetString("title", "") {
		case "error":
			return nil, errors.New("no")
		case "tool error":
			return mcp.NewToolResultError("refused"), nil
		}
		return mcp.NewToolResultText(fmt.Sprint("note ", ran)), nil
	})
	unique := someone(t)
	call := func(ctx context.Context, title, key string) (string, error) {
		t.Helper()
		req := mcp.CallToolRequest{Header: http.Header{}}
		req.Params.Arguments = map[string]any{"title": title, "idempotency_key": key}
		res, err := handler(ctx, req)
		if err != nil {
			return "", err
		}
		data, err := json.Marshal(res)
		return string(data), err
	}
	ada, bob := WithCaller(t.Context(), "ada"), WithCaller(t.Context(), "bob")
	a, err := call(ada, "x", unique)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := call(ada, "x", unique); err != nil || b != a || ran != 1 {
		t.Errorf("repeated: ran %d times, %s, %v", ran, b, err)
	}
	if b, err := call(bob, "x", unique); err != nil || b == a {
		t.Errorf("another caller: %s, %v", b, err)
	}
	if said, err := call(ada, "y", unique); err != nil || !strings.Contains(said, ErrOtherArguments.Error()) || !strings.Contains(said, `"isError":true`) {
		t.Errorf("other arguments: %s, %v", said, err)
	}
	before := ran
	for range 2 {
		if _, err := call(ada, "error", unique+"e"); err == nil {
			t.Error("no error")
		}
		if got, err := call(ada, "tool error", unique+"t"); err != nil || got == "" {
			t.Errorf("%s, %v", got, err)
		}
		if _, err := call(ada, "x", ""); err != nil {
			t.Error(err)
		}
	}
	if ran != before+6 {
		t.Errorf("errors and calls without a key: ran %d times", ran-before)
	}
}

func TestResultWithHandle(t *testing.T) {
	res := ResultWithHandle(ResultWithHandle(nil, "a_id", "1"), "b_id", "2")
	if len(res.Content) != 2 || res.Content[1].(mcp.TextContent).Text != "b_id: 2" {
		t.Errorf("%+v", res.Content)
	}
}
