// Counts per tool that only a metrics page shows.
package main

import (
	"context"
	"expvar"
	"log/slog"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var calls = expvar.NewMap("calls")

type stats struct {
	mu    sync.Mutex
	tools map[string]int
}

func (s *stats) wrap(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		calls.Add(method, 1)
		s.mu.Lock()
		s.tools[method]++
		n := s.tools[method]
		s.mu.Unlock()
		slog.Debug("call", "method", method, "n", n)
		return next(ctx, method, req)
	}
}

func main() {
	st := &stats{tools: map[string]int{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	srv.AddReceivingMiddleware(st.wrap)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
