// Clients pooled by a digest of the caller's credential: a miss makes another.
package main

import (
	"context"
	"crypto/sha256"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type client struct{ token string }

type pool struct {
	mu sync.Mutex
	m  map[[32]byte]*client
}

func (p *pool) get(token string) *client {
	k := sha256.Sum256([]byte(token))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m[k] == nil {
		p.m[k] = &client{token: token}
	}
	return p.m[k]
}

func main() {
	p := &pool{m: map[[32]byte]*client{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "git"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "me"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		return nil, p.get(req.Extra.Header.Get("Authorization")).token[:2], nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
