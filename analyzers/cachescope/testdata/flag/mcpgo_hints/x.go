// with github.com/mark3labs/mcp-go@v1.2.1

// Tools are filtered by who calls, and the lists are offered to every cache.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type userKey struct{}

func admin(ctx context.Context) bool {
	user, _ := ctx.Value(userKey{}).(string)
	return user == "root"
}

func visible(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
	if admin(ctx) {
		return tools
	}
	return tools[:1]
}

func main() {
	s := server.NewMCPServer("ops", "1.0.0",
		server.WithToolFilter(visible),
		server.WithCacheHints(300000, mcp.CacheScopePublic), // want "^high likely main.main: cache scope: what a list filter answers depends on who calls, and is marked public"
	)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
