// What the request itself says of its client.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func show(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if c := req.ClientInfo(); c != nil && c.Name == "editor" {
		return nil, "markdown", nil
	}
	if caps := req.ClientCapabilities(); caps != nil && caps.Elicitation != nil {
		return nil, "forms", nil
	}
	return nil, req.ProtocolVersion(), nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "fmt"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
