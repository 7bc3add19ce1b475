// A middleware lets one tool pass only after another one in the same session.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type gate struct {
	mu   sync.Mutex
	seen map[string]time.Time // want "^blocker sure main.gate.seen: entries are keyed"
}

func (g *gate) wrap(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.(*mcp.CallToolRequest)
		if !ok {
			return next(ctx, method, req)
		}
		id := call.Session.ID()
		g.mu.Lock()
		defer g.mu.Unlock()
		switch call.Params.Name {
		case "search":
			g.seen[id] = time.Now()
		case "query":
			if _, done := g.seen[id]; !done {
				return nil, errors.New("call search first")
			}
		}
		return next(ctx, method, req)
	}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "data"}, nil)
	g := &gate{seen: make(map[string]time.Time)}
	srv.AddReceivingMiddleware(g.wrap)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
