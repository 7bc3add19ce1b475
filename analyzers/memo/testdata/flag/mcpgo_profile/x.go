// with github.com/mark3labs/mcp-go@v1.2.1

// A cache in a struct behind an interface: profiles by name, fetched with the
// token of whoever asks first.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type tokenKey struct{}

type profiles interface {
	get(ctx context.Context, name string) string
}

type cached struct {
	mu sync.Mutex
	m  map[string]string // want "^medium likely main.cached.m: what is cached here depends on the caller"
}

func (c *cached) get(ctx context.Context, name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.m[name]; ok {
		return p
	}
	token, _ := ctx.Value(tokenKey{}).(string)
	p := "profile of " + name + " as seen by " + token
	c.m[name] = p
	return p
}

func main() {
	var p profiles = &cached{m: map[string]string{}}
	s := server.NewMCPServer("people", "1.0.0")
	s.AddTool(mcp.NewTool("profile"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(p.get(ctx, req.GetString("name", ""))), nil
	})
	auth := func(ctx context.Context, r *http.Request) context.Context {
		return context.WithValue(ctx, tokenKey{}, r.Header.Get("Authorization"))
	}
	server.NewStreamableHTTPServer(s, server.WithStateLess(true), server.WithHTTPContextFunc(auth)).Start(":8080")
}
