// with github.com/mark3labs/mcp-go@v1.2.1

// A literal goroutine stores the result in a package variable.
package main

import (
	"context"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var results sync.Map // want "^high sure main.results: work goes on after the answer"

func build(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	target := req.GetString("target", "")
	go func() {
		time.Sleep(time.Minute)
		results.Store(target, "built")
	}()
	return mcp.NewToolResultText("building"), nil
}

func status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, ok := results.Load(req.GetString("target", ""))
	if !ok {
		return mcp.NewToolResultText("not yet"), nil
	}
	return mcp.NewToolResultText(v.(string)), nil
}

func main() {
	s := server.NewMCPServer("build", "1.0.0")
	s.AddTool(mcp.NewTool("build"), build)
	s.AddTool(mcp.NewTool("status"), status)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
