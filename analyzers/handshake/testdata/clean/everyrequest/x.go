// with github.com/mark3labs/mcp-go@v1.2.1

// A session that each request tells of its client.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func greet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok && s.GetClientInfo().Name == "robot" {
		return mcp.NewToolResultText("beep"), nil
	}
	return mcp.NewToolResultText("hello"), nil
}

func main() {
	srv := server.NewMCPServer("greeter", "1")
	srv.AddTool(mcp.NewTool("greet"), greet)
	server.NewStreamableHTTPServer(srv).Start(":8080")
}
