// with github.com/mark3labs/mcp-go@v1.2.1

// Names that callers choose, in a variable of main.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	var mu sync.Mutex
	notes := map[string]string{} // want "^medium sure main.main.notes: requests add entries and nothing removes them"
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("save"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		mu.Lock()
		defer mu.Unlock()
		notes[req.GetString("name", "")] = req.GetString("text", "")
		return mcp.NewToolResultText("saved"), nil
	})
	load := server.ToolHandlerFunc(func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		mu.Lock()
		defer mu.Unlock()
		t, ok := notes[req.GetString("name", "")]
		if !ok {
			return mcp.NewToolResultError("no such note"), nil
		}
		return mcp.NewToolResultText(t), nil
	})
	s.AddTool(mcp.NewTool("load"), load)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
