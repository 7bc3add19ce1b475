// with github.com/mark3labs/mcp-go@v1.2.1

// The id keys a container: another rule tells that.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var topics sync.Map

func set(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	topics.Store(server.ClientSessionFromContext(ctx).SessionID(), req.GetString("topic", ""))
	return mcp.NewToolResultText("set"), nil
}

func main() {
	s := server.NewMCPServer("x", "1.0.0")
	s.AddTool(mcp.NewTool("set"), set)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
