// A server per request, with what the caller's scopes allow.
package main

import (
	"context"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func read(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, "read", nil
}

func server(r *http.Request) *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, read)
	if t := auth.TokenInfoFromContext(r.Context()); t != nil && slices.Contains(t.Scopes, "admin") {
		mcp.AddTool(srv, &mcp.Tool{Name: "drop"}, read)
	}
	return srv
}

func main() {
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{Stateless: true}))
}
