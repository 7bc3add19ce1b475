// The caller is part of the key.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type reports struct {
	mu sync.Mutex
	m  map[string]string
}

type in struct{ ID, Query string }

func key(req *mcp.CallToolRequest, id string) string { return req.Extra.TokenInfo.UserID + ":" + id }

func (r *reports) create(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m[key(req, id)] = a.Query
	return nil, id, nil
}

func (r *reports) get(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q, ok := r.m[key(req, a.ID)]
	if !ok {
		return nil, nil, errors.New("no such report")
	}
	return nil, q, nil
}

func main() {
	r := &reports{m: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "reports"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create"}, r.create)
	mcp.AddTool(srv, &mcp.Tool{Name: "get"}, r.get)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
