// with github.com/mark3labs/mcp-go@v1.2.1

// The caller chooses the name: there is no handle to describe.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var notes sync.Map

func save(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	notes.Store(req.GetString("name", ""), req.GetString("text", ""))
	return mcp.NewToolResultText("saved"), nil
}

func load(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, ok := notes.Load(req.GetString("name", ""))
	if !ok {
		return mcp.NewToolResultError("no such note"), nil
	}
	return mcp.NewToolResultText(v.(string)), nil
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("save_note"), save)
	s.AddTool(mcp.NewTool("load_note"), load)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
