// with github.com/mark3labs/mcp-go@v1.2.1

// Rate limits per session: on several replicas they are inexact, not wrong.
package main

import (
	"context"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type limiter struct {
	last time.Time
	left int
}

func (l *limiter) allow(now time.Time) bool {
	if now.Sub(l.last) > time.Second {
		l.last, l.left = now, 10
	}
	l.left--
	return l.left >= 0
}

type limits struct {
	mu sync.Mutex
	m  map[string]*limiter
}

func (l *limits) wrap(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		id := server.ClientSessionFromContext(ctx).SessionID()
		l.mu.Lock()
		lim := l.m[id]
		if lim == nil {
			lim = &limiter{}
			l.m[id] = lim
		}
		ok := lim.allow(time.Now())
		l.mu.Unlock()
		if !ok {
			return mcp.NewToolResultError("slow down"), nil
		}
		return next(ctx, req)
	}
}

func main() {
	l := &limits{m: map[string]*limiter{}}
	s := server.NewMCPServer("api", "1.0.0", server.WithToolHandlerMiddleware(l.wrap))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
