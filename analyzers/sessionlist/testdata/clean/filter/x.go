// with github.com/mark3labs/mcp-go@v1.2.1

// A filter by the caller's authorization.
package main

import (
	"context"
	"net/http"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type roleKey struct{}

func withRole(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, roleKey{}, r.Header.Get("Authorization"))
}

func filter(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
	if role, _ := ctx.Value(roleKey{}).(string); role == "admin" {
		return tools
	}
	return slices.DeleteFunc(tools, func(t mcp.Tool) bool { return t.Name == "drop" })
}

func main() {
	s := server.NewMCPServer("x", "1.0.0", server.WithToolFilter(filter))
	server.NewStreamableHTTPServer(s, server.WithStateLess(true), server.WithHTTPContextFunc(withRole)).Start(":8080")
}
