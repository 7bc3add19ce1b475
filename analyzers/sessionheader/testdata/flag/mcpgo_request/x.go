// with github.com/mark3labs/mcp-go@v1.2.1

// A tool looks into the headers of its request.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("x", "1.0.0")
	s.AddTool(mcp.NewTool("who"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Header.Get("Mcp-Session-Id") == "admin" { // want "^high sure main: header Mcp-Session-Id"
			return mcp.NewToolResultText("admin"), nil
		}
		return mcp.NewToolResultText("user"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
