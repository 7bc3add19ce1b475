// with github.com/mark3labs/mcp-go@v1.2.1

// Results by progress token, to answer a repeat with the first result.
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type dedupe struct {
	mu   sync.Mutex
	seen map[any]*mcp.CallToolResult // want "^low sure main.dedupe.seen: entries are keyed by the JSON-RPC id"
}

func (d *dedupe) wrap(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.Meta == nil {
			return next(ctx, req)
		}
		token := req.Params.Meta.ProgressToken
		d.mu.Lock()
		res, ok := d.seen[token]
		d.mu.Unlock()
		if ok {
			return res, nil
		}
		res, err := next(ctx, req)
		d.mu.Lock()
		d.seen[token] = res
		d.mu.Unlock()
		return res, err
	}
}

func main() {
	d := &dedupe{seen: map[any]*mcp.CallToolResult{}}
	s := server.NewMCPServer("d", "1.0.0", server.WithToolHandlerMiddleware(d.wrap))
	s.AddTool(mcp.NewTool("pay"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprint("paid")), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
