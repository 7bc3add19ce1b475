// with github.com/mark3labs/mcp-go@v1.2.1

// A page number that a handler captures.
package main

import (
	"context"
	"strconv"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func pager(fetch func(page int) (string, error)) server.ToolHandlerFunc {
	var mu sync.Mutex
	page := 1 // refuse "."
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		mu.Lock()
		defer mu.Unlock()
		text, err := fetch(page)
		if err != nil {
			return nil, err
		}
		page++
		return mcp.NewToolResultText("page " + strconv.Itoa(page) + text), nil
	}
}

func main() {
	s := server.NewMCPServer("news", "1.0.0")
	s.AddTool(mcp.NewTool("more"), pager(func(page int) (string, error) { return "", nil }))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
