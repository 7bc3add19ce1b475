// with github.com/mark3labs/mcp-go@v1.2.1

// A notification to the client that asked.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("build", "1.0.0")
	s.AddTool(mcp.NewTool("build"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := server.ServerFromContext(ctx).SendNotificationToClient(ctx, "notifications/progress", map[string]any{"progress": 1}); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("built"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
