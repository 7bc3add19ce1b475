// with github.com/mark3labs/mcp-go@v1.2.1

// One upload at a time, without a key: over stdio two conversations mix.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type script struct {
	partial string // want "^low sure main.script.partial: content that arrives in pieces"
}

func (s *script) more(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.partial = s.partial + req.GetString("text", "")
	return mcp.NewToolResultText("go on"), nil
}

func (s *script) run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text := s.partial
	s.partial = ""
	return mcp.NewToolResultText(text), nil
}

func main() {
	sc := &script{}
	s := server.NewMCPServer("script", "1.0.0")
	s.AddTool(mcp.NewTool("more"), sc.more)
	s.AddTool(mcp.NewTool("run"), sc.run)
	server.ServeStdio(s)
}
