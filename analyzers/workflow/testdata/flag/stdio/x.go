// with github.com/mark3labs/mcp-go@v1.2.1

// The same store in a program for one client: it only fails after a restart.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var graph = map[string][]string{} // want "^low sure main.graph: what one call stores here"

func link(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	from := req.GetString("from", "")
	graph[from] = append(graph[from], req.GetString("to", ""))
	return mcp.NewToolResultText("linked"), nil
}

func follow(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	to, ok := graph[req.GetString("from", "")]
	if !ok {
		return mcp.NewToolResultError("not found"), nil
	}
	return mcp.NewToolResultText(to[0]), nil
}

func main() {
	s := server.NewMCPServer("graph", "1.0.0")
	s.AddTool(mcp.NewTool("link"), link)
	s.AddTool(mcp.NewTool("follow"), follow)
	server.ServeStdio(s)
}
