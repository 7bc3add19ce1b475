// with github.com/mark3labs/mcp-go@v1.2.1

// Sessions with another server, one for each caller: what it keeps for one is
// found through this process alone.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type userKey struct{}

func user(ctx context.Context) string { s, _ := ctx.Value(userKey{}).(string); return s }

type gateway struct {
	mu    sync.Mutex
	peers map[string]*client.Client // want "^high sure main.gateway.peers: a live resource stays open here for later calls"
}

func (g *gateway) peer(ctx context.Context, name string) (*client.Client, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c, ok := g.peers[name]; ok {
		return c, nil
	}
	c, err := client.NewStreamableHttpClient("http://shop.internal/mcp")
	if err != nil {
		return nil, err
	}
	g.peers[name] = c
	return c, nil
}

func (g *gateway) call(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c, err := g.peer(ctx, user(ctx))
	if err != nil {
		return nil, err
	}
	return c.CallTool(ctx, req)
}

func main() {
	g := &gateway{peers: map[string]*client.Client{}}
	s := server.NewMCPServer("gateway", "1.0.0")
	s.AddTool(mcp.NewTool("call"), g.call)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
