// with github.com/mark3labs/mcp-go@v1.2.1

// A package variable counts the lines that were read so far.
package main

import (
	"context"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	lines    = []string{"a", "b", "c"}
	position int
)

func next(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if position >= len(lines) {
		return mcp.NewToolResultText("end"), nil
	}
	line := strconv.Itoa(position) + lines[position]
	position++
	return mcp.NewToolResultText(line), nil
}

func main() {
	s := server.NewMCPServer("tail", "1.0.0")
	s.AddTool(mcp.NewTool("next_line"), next)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
