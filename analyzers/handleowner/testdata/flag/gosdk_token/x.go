// The server knows who calls and finds reports by their id alone.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type reports struct {
	mu sync.Mutex
	m  map[string]string // want "^high likely main.reports.m: an argument alone finds this"
}

type in struct{ ID, Query string }

func (r *reports) create(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if req.Extra.TokenInfo == nil {
		return nil, nil, errors.New("sign in")
	}
	id := rand.Text()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m[id] = a.Query
	return nil, id, nil
}

func (r *reports) get(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q, ok := r.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such report")
	}
	return nil, q, nil
}

func verify(ctx context.Context, token string, req *http.Request) (*auth.TokenInfo, error) {
	return &auth.TokenInfo{UserID: token}, nil
}

func main() {
	r := &reports{m: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "reports"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create"}, r.create)
	mcp.AddTool(srv, &mcp.Tool{Name: "get"}, r.get)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.ListenAndServe(":8080", auth.RequireBearerToken(verify, nil)(h))
}
