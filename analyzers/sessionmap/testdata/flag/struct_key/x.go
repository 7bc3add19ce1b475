// The session is one part of a key.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type key struct {
	name    string
	session *mcp.ServerSession
}

type pool struct {
	mu   sync.Mutex
	kept map[key]string // want "^blocker sure main.pool.kept: entries are keyed"
}

type in struct{ Name, Value string }

func (p *pool) keep(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept[key{name: a.Name, session: req.Session}] = a.Value
	return nil, nil, nil
}

func (p *pool) get(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	v, ok := p.kept[key{name: a.Name, session: req.Session}]
	if !ok {
		return nil, nil, fmt.Errorf("nothing kept under %s", a.Name)
	}
	return nil, v, nil
}

func main() {
	p := &pool{kept: map[key]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "pool"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "keep"}, p.keep)
	mcp.AddTool(srv, &mcp.Tool{Name: "get"}, p.get)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
