// with github.com/mark3labs/mcp-go@v1.2.1

// Tools are described in a table and registered in a loop.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type notes struct {
	m map[string]string // want "^high sure main.notes.m: what one call stores here"
}

type tool struct {
	def     mcp.Tool
	handler server.ToolHandlerFunc
}

func tools(n *notes) []tool {
	return []tool{
		{mcp.NewTool("save_note"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			n.m[req.GetString("name", "")] = req.GetString("text", "")
			return mcp.NewToolResultText("saved"), nil
		}},
		{mcp.NewTool("load_note"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text, ok := n.m[req.GetString("name", "")]
			if !ok {
				return mcp.NewToolResultError("no such note"), nil
			}
			return mcp.NewToolResultText(text), nil
		}},
	}
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	for _, t := range tools(&notes{m: map[string]string{}}) {
		s.AddTool(t.def, t.handler)
	}
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
