// with github.com/mark3labs/mcp-go@v1.2.1

// Ids from the clock, in a package variable.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var uploads sync.Map // want "^medium likely main.uploads: the id that finds this is counted up or made from the time"

func newID() string { return fmt.Sprintf("up_%d", time.Now().UnixNano()) }

func begin(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := newID()
	uploads.Store(id, req.GetString("name", ""))
	return mcp.NewToolResultText(id), nil
}

func finish(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, ok := uploads.LoadAndDelete(req.GetString("id", ""))
	if !ok {
		return mcp.NewToolResultError("no such upload"), nil
	}
	return mcp.NewToolResultText(v.(string)), nil
}

func main() {
	s := server.NewMCPServer("up", "1.0.0")
	s.AddTool(mcp.NewTool("begin"), begin)
	s.AddTool(mcp.NewTool("finish"), finish)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
