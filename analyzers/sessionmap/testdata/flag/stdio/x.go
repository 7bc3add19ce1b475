// with github.com/mark3labs/mcp-go@v1.2.1

// One process per client: the same map does little harm here.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var topics = map[string]string{} // want "main.topics: entries are keyed"

func set(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	topics[server.ClientSessionFromContext(ctx).SessionID()] = req.GetString("topic", "")
	return mcp.NewToolResultText("ok"), nil
}

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(topics[server.ClientSessionFromContext(ctx).SessionID()]), nil
}

func main() {
	s := server.NewMCPServer("topics", "1.0.0")
	s.AddTool(mcp.NewTool("set"), set)
	s.AddTool(mcp.NewTool("get"), get)
	server.ServeStdio(s)
}
