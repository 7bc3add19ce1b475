// with github.com/mark3labs/mcp-go@v0.58.0

// The session is asserted to the interface that knows the client.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func format(ctx context.Context) string {
	sess, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	if !ok {
		return "plain"
	}
	if sess.GetClientInfo().Name == "editor" { // want "^medium sure main.format: client information of the session"
		return "markdown"
	}
	return "plain"
}

func main() {
	s := server.NewMCPServer("fmt", "1.0.0")
	s.AddTool(mcp.NewTool("show"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(format(ctx)), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
