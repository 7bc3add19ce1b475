// with github.com/mark3labs/mcp-go@v0.43.2

// A session that knows its client from the handshake, in a release of the SDK
// before 2026-07-28.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func greet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok && s.GetClientInfo().Name == "robot" { // refuse "releases of the SDK for 2026-07-28 fill it from each request"
		return mcp.NewToolResultText("beep"), nil
	}
	return mcp.NewToolResultText("hello"), nil
}

func main() {
	srv := server.NewMCPServer("greeter", "1")
	srv.AddTool(mcp.NewTool("greet"), greet)
	server.NewStreamableHTTPServer(srv).Start(":8080")
}
