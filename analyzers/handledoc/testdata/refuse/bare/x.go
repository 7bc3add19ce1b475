// with github.com/mark3labs/mcp-go@v1.2.1

// A number is a handle as well; the tool has no description at all.
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	mu    sync.Mutex
	plans = map[string]string{} // refuse "description of draft is not a text"
	next  int
)

func draft(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mu.Lock()
	defer mu.Unlock()
	next++
	id := fmt.Sprint("plan", next)
	plans[id] = req.GetString("text", "")
	return mcp.NewToolResultText(id), nil
}

func apply(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mu.Lock()
	defer mu.Unlock()
	p, ok := plans[req.GetString("plan_id", "")]
	if !ok {
		return mcp.NewToolResultError("no such plan"), nil
	}
	return mcp.NewToolResultText(p), nil
}

func main() {
	s := server.NewMCPServer("plans", "1.0.0")
	s.AddTool(mcp.NewTool("draft"), draft)
	s.AddTool(mcp.NewTool("apply"), apply)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
