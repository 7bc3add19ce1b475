package handles

import (
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
	if got := OpenCallState(ctx, req("delete", "a", text)); got != "ok:a" {
		t.Errorf("the same call: %q", got)
	}
	for what, r := range map[string]mcp.CallToolRequest{
		"other arguments": req("delete", "b", text), "another tool": req("drop", "a", text), "made up": req("delete", "a", "ok:a"), "the first round": req("delete", "a", ""),
	} {
		if got := OpenCallState(ctx, r); got != "" {
			t.Errorf("%s: %q", what, got)
		}
	}
	if got := OpenCallState(WithCaller(t.Context(), "bob"), req("delete", "a", text)); got != "" {
		t.Errorf("another caller: %q", got)
	}
}
