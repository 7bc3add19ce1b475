// with github.com/mark3labs/mcp-go@v1.2.1

// Plans leave by themselves: the cache drops the oldest when it is full.
package main

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var plans, _ = lru.New[string, string](100)

func plan(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	plans.Add(req.GetString("name", ""), req.GetString("steps", ""))
	return mcp.NewToolResultText("planned"), nil
}

func apply(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	steps, ok := plans.Get(req.GetString("name", ""))
	if !ok {
		return mcp.NewToolResultError("no such plan"), nil
	}
	return mcp.NewToolResultText(steps), nil
}

func main() {
	s := server.NewMCPServer("plans", "1.0.0")
	s.AddTool(mcp.NewTool("plan"), plan)
	s.AddTool(mcp.NewTool("apply"), apply)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
