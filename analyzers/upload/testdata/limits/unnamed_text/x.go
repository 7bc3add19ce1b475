// with github.com/mark3labs/mcp-go@v1.2.1

// Known miss: text that grows looks like a journal as long as nothing is named
// after a part; the rule about state without a key reports it. The second
// object is named, and found.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	mu     sync.Mutex
	query  string
	chunks string // want "^high sure main.chunks: content that arrives in pieces"
)

func more(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mu.Lock()
	defer mu.Unlock()
	query += req.GetString("text", "")
	chunks += req.GetString("text", "")
	return mcp.NewToolResultText("go on"), nil
}

func run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mu.Lock()
	defer mu.Unlock()
	text := query + chunks
	query, chunks = "", ""
	return mcp.NewToolResultText(text), nil
}

func main() {
	s := server.NewMCPServer("query", "1.0.0")
	s.AddTool(mcp.NewTool("more"), more)
	s.AddTool(mcp.NewTool("run"), run)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
