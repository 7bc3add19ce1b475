// with github.com/mark3labs/mcp-go@v1.2.1

// A package variable, with the options of mcp-go.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type cart struct{ Items []string }

var carts = map[string]cart{}

func main() {
	s := server.NewMCPServer("b", "1")
	s.AddTool(mcp.NewTool("open_cart", mcp.WithDescription("Opens a cart")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		carts[server.ClientSessionFromContext(ctx).SessionID()] = cart{}
		return mcp.NewToolResultText("open"), nil
	})
	s.AddTool(mcp.NewTool("close_cart"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		id := server.ClientSessionFromContext(ctx).SessionID()
		c, ok := carts[id]
		if !ok {
			return mcp.NewToolResultError("none"), nil
		}
		delete(carts, id)
		return mcp.NewToolResultText(c.Items[0]), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
