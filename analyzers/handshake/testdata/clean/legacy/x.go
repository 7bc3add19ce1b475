// Only old clients are asked what they said at the handshake.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func show(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if req.ProtocolVersion() >= "2026-07-28" {
		return nil, req.ClientInfo().Name, nil
	}
	return nil, req.Session.InitializeParams().ClientInfo.Name, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "show"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
