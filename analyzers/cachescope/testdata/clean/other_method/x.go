// with github.com/mark3labs/mcp-go@v1.2.1

// Lists depend on the caller, and only resources are public.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type userKey struct{}

func visible(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
	if user, _ := ctx.Value(userKey{}).(string); user == "root" {
		return tools
	}
	return tools[:1]
}

func main() {
	s := server.NewMCPServer("ops", "1.0.0",
		server.WithToolFilter(visible),
		server.WithMethodCacheHints(mcp.MethodResourcesRead, 300000, mcp.CacheScopePublic),
		server.WithMethodCacheHints(mcp.MethodToolsList, 300000, mcp.CacheScopePrivate),
	)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
