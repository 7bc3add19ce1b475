// with github.com/mark3labs/mcp-go@v1.2.1

// Ids that are only logged, and a key from the arguments.
package main

import (
	"context"
	"log/slog"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type results struct {
	mu sync.Mutex
	m  map[string]*mcp.CallToolResult
}

func main() {
	r := &results{m: map[string]*mcp.CallToolResult{}}
	h := &server.Hooks{}
	h.AddBeforeAny(func(ctx context.Context, id any, method mcp.MCPMethod, message any) {
		slog.Info("request", "id", id, "method", method)
	})
	s := server.NewMCPServer("pay", "1.0.0", server.WithHooks(h))
	s.AddTool(mcp.NewTool("pay"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		key := req.GetString("idempotency_key", "")
		r.mu.Lock()
		defer r.mu.Unlock()
		if res, ok := r.m[key]; ok {
			return res, nil
		}
		res := mcp.NewToolResultText("paid")
		r.m[key] = res
		return res, nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
