// The old client is recognised by a helper that says so in a word of its own:
// nothing in the condition is known to tell the era.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// canAsk is set from a table of known clients.
func canAsk(name string) bool { return name == "desktop 1" }

func remove(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if !canAsk(req.Extra.Header.Get("User-Agent")) {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "delete?"}}}, nil, nil
	}
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "delete?"}) // want "^blocker sure main.remove: ServerSession.Elicit"
	if err != nil || res.Action != "accept" {
		return nil, "kept", err
	}
	return nil, "deleted", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
