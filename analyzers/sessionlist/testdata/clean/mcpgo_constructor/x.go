// with github.com/mark3labs/mcp-go@v1.2.1

// Tools in a table, resources in a helper, before the server is served.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func echo(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("text", "")), nil
}

func read(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, nil
}

func build() *server.MCPServer {
	s := server.NewMCPServer("x", "1.0.0")
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("echo"), Handler: echo}, server.ServerTool{Tool: mcp.NewTool("say"), Handler: echo})
	s.AddResource(mcp.NewResource("a://b", "b"), read)
	return s
}

func main() {
	server.NewStreamableHTTPServer(build(), server.WithStateLess(true)).Start(":8080")
}
