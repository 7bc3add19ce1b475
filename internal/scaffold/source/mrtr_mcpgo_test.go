package handles

import (
	"errors"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

func TestCallState(t *testing.T) {
	ctx := WithCaller(t.Context(), "ada")
	req := func(tool, target, state string) (r mcp.CallToolRequest) {
		r.Params.Name, r.Params.Arguments, r.Params.RequestState = tool, map[string]any{"target": target}, state
		return r
	}
	text := SealCallState(ctx, req("delete", "a", ""), "ok:a")
	if text == "" || text == "ok:a" {
		t.Fatalf("sealed: %q", text)
	}
	for what, first := range map[string]string{"ok:a": text, "": ""} {
		if got, err := OpenCallState(ctx, req("delete", "a", first)); got != what || err != nil {
			t.Errorf("the same call with %q: %q, %v", first, got, err)
		}
	}
	for what, r := range map[string]mcp.CallToolRequest{
		"other arguments": req("delete", "b", text), "another tool": req("drop", "a", text), "made up": req("delete", "a", "ok:a"),
	} {
		if got, err := OpenCallState(ctx, r); got != "" || !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %q, %v", what, got, err)
		}
	}
	if got, err := OpenCallState(WithCaller(t.Context(), "bob"), req("delete", "a", text)); got != "" || !errors.Is(err, ErrUnknown) {
		t.Errorf("another caller: %q, %v", got, err)
	}
}
