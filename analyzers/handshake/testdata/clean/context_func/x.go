// with github.com/mark3labs/mcp-go@v1.2.1

// A function that fills the context of every HTTP request.
package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type key struct{}

func tenant(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, key{}, r.Header.Get("X-Tenant"))
}

func main() {
	s := server.NewMCPServer("t", "1.0.0")
	s.AddTool(mcp.NewTool("tenant"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t, _ := ctx.Value(key{}).(string)
		return mcp.NewToolResultText(t), nil
	})
	server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(tenant)).Start(":8080")
}
