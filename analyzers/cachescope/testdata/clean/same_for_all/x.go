// with github.com/mark3labs/mcp-go@v1.2.1

// Public results that are the same for every caller; the tool that knows its
// caller is no result that caches keep.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type userKey struct{}

func greet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	user, _ := ctx.Value(userKey{}).(string)
	return mcp.NewToolResultText("hello " + user), nil
}

func manual(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: "doc://manual", Text: "read me"}}, nil
}

func main() {
	s := server.NewMCPServer("manual", "1.0.0", server.WithCacheHints(300000, mcp.CacheScopePublic))
	s.AddTool(mcp.NewTool("greet"), greet)
	s.AddResource(mcp.NewResource("doc://manual", "manual"), manual)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
