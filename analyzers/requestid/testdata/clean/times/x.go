// with github.com/mark3labs/mcp-go@v1.2.1

// Start times for a log line: two clients with the same token mix their times up,
// which harms nobody.
package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type timing struct {
	mu sync.Mutex
	at map[any]time.Time
}

func main() {
	t := &timing{at: map[any]time.Time{}}
	h := &server.Hooks{}
	h.AddBeforeCallTool(func(ctx context.Context, id any, req *mcp.CallToolRequest) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.at[req.Params.Meta.ProgressToken] = time.Now()
	})
	h.AddAfterCallTool(func(ctx context.Context, id any, req *mcp.CallToolRequest, res any) {
		t.mu.Lock()
		defer t.mu.Unlock()
		slog.Info("done", "after", time.Since(t.at[req.Params.Meta.ProgressToken]))
		delete(t.at, req.Params.Meta.ProgressToken)
	})
	server.NewStreamableHTTPServer(server.NewMCPServer("t", "1.0.0", server.WithHooks(h))).Start(":8080")
}
