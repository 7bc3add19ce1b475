// with github.com/mark3labs/mcp-go@v1.2.1

// Two middlewares meet under the token of the call in a captured map.
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type steps struct {
	mu sync.Mutex
	m  map[string]int // want "^low sure main.steps.m: entries are keyed by the JSON-RPC id"
}

func token(req mcp.CallToolRequest) string { return fmt.Sprint(req.Params.Meta.ProgressToken) }

func count(s *steps) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			s.mu.Lock()
			s.m[token(req)]++
			n := s.m[token(req)]
			s.mu.Unlock()
			if n > 3 {
				return mcp.NewToolResultError("too many attempts"), nil
			}
			return next(ctx, req)
		}
	}
}

func main() {
	var st steps
	st.m = map[string]int{}
	s := server.NewMCPServer("steps", "1.0.0", server.WithToolHandlerMiddleware(count(&st)))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
