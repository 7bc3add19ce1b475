// An operator's tool looks every caller's entries up on purpose; that it may
// is decided by a proxy in front, which the code does not show.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type reports struct {
	mu sync.Mutex
	m  map[string]string // want "^high likely main.reports.m: an argument alone finds this"
}

type in struct{ ID, Query string }

func (r *reports) create(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if len(req.Extra.TokenInfo.Scopes) == 0 {
		return nil, nil, errors.New("no scope")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m[a.ID] = a.Query
	return nil, nil, nil
}

func (r *reports) inspect(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q, ok := r.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such report")
	}
	return nil, q, nil
}

func main() {
	r := &reports{m: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "reports"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create"}, r.create)
	mcp.AddTool(srv, &mcp.Tool{Name: "inspect"}, r.inspect)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
