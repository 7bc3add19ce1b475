// with github.com/mark3labs/mcp-go@v1.2.1

// A number that main declares: every call counts it up and answers with it.
package main

import (
	"context"
	"strconv"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	var tickets atomic.Int64 // want "^high sure main.main.tickets: one request sets this value"
	mode := "read"           // want "^high sure main.main.mode: one request sets this value"
	s := server.NewMCPServer("desk", "1.0.0")
	s.AddTool(mcp.NewTool("take_ticket"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(strconv.FormatInt(tickets.Add(1), 10)), nil
	})
	s.AddTool(mcp.NewTool("set_mode"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		mode = req.GetString("mode", "read")
		return mcp.NewToolResultText(mode), nil
	})
	s.AddTool(mcp.NewTool("write"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if mode == "read" {
			return mcp.NewToolResultError("read only"), nil
		}
		return mcp.NewToolResultText("written"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
