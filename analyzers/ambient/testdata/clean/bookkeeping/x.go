// with github.com/mark3labs/mcp-go@v1.2.1

// Counters and times that only a log line shows.
package main

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type stats struct {
	calls atomic.Int64
	last  atomic.Int64
	fails int
}

func (s *stats) wrap(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		res, err := next(ctx, req)
		if err != nil {
			s.fails++
		}
		s.last.Store(time.Since(start).Milliseconds())
		slog.Info("call", "n", s.calls.Add(1), "fails", s.fails)
		return res, err
	}
}

func main() {
	st := &stats{}
	s := server.NewMCPServer("api", "1.0.0", server.WithToolHandlerMiddleware(st.wrap))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
