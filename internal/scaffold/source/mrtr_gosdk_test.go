package handles

import (
	"encoding/json"
	"errors"
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
		err  error
	}{
		"the same call":   {req("delete", ` { "target" : "a" } `, text), "ok:a", nil},
		"other arguments": {req("delete", `{"target":"b"}`, text), "", ErrUnknown},
		"another tool":    {req("drop", `{"target":"a"}`, text), "", ErrUnknown},
		"made up":         {req("delete", `{"target":"a"}`, "ok:a"), "", ErrUnknown},
		"the first round": {req("delete", `{"target":"a"}`, ""), "", nil},
	} {
		if got, err := OpenState(t.Context(), test.req); got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %q, %v", what, got, err)
		}
	}
}
