// A typed handler reaches the server through the SDK's own wrapper.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type choice struct{ Name string }

type desk struct {
	current string // want "ambient|one request sets"
}

func (d *desk) choose(ctx context.Context, req mcp.CallToolRequest, in choice) (*mcp.CallToolResult, error) {
	d.current = in.Name
	return mcp.NewToolResultText("ok"), nil
}

func (d *desk) show(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(d.current), nil
}

func main() {
	d := &desk{}
	s := server.NewMCPServer("desk", "1")
	s.AddTool(mcp.NewTool("choose"), mcp.NewTypedToolHandler(d.choose))
	s.AddTool(mcp.NewTool("show"), d.show)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
