// with github.com/mark3labs/mcp-go@v1.2.1

// Settings per session in a package variable; no hook removes them.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var levels sync.Map // want "^medium sure main.levels: requests add entries and nothing removes them"

func set(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	levels.Store(server.ClientSessionFromContext(ctx).SessionID(), req.GetString("level", "info"))
	return mcp.NewToolResultText("set"), nil
}

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, ok := levels.Load(server.ClientSessionFromContext(ctx).SessionID())
	if !ok {
		return mcp.NewToolResultError("not set"), nil
	}
	return mcp.NewToolResultText(v.(string)), nil
}

func main() {
	s := server.NewMCPServer("levels", "1.0.0")
	s.AddTool(mcp.NewTool("set"), set)
	s.AddTool(mcp.NewTool("get"), get)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
