package handles

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestRequestState(t *testing.T) {
	req := func(tool, args, state string) *mcp.CallToolRequest {
		return &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: tool, Arguments: json.RawMessage(args), RequestState: state}}
	}
	text := SealState(req("delete", `{"target":"a"}`, ""), "ok:a")
	if text == "" || text == "ok:a" {
		t.Fatalf("sealed: %q", text)
	}
	for what, test := range map[string]struct {
		req  *mcp.CallToolRequest
		want string
	}{
		"the same call":   {req("delete", ` { "target" : "a" } `, text), "ok:a"},
		"other arguments": {req("delete", `{"target":"b"}`, text), ""},
		"another tool":    {req("drop", `{"target":"a"}`, text), ""},
		"made up":         {req("delete", `{"target":"a"}`, "ok:a"), ""},
		"the first round": {req("delete", `{"target":"a"}`, ""), ""},
	} {
		if got := OpenState(t.Context(), test.req); got != test.want {
			t.Errorf("%s: %q", what, got)
		}
	}
}
