// with github.com/mark3labs/mcp-go@v1.2.1

// HTTP clients by upstream: the key is the upstream, a miss makes another.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type pool struct {
	mu sync.Mutex
	m  map[string]*http.Client
}

func (p *pool) of(host string) *http.Client {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, ok := p.m[host]
	if !ok {
		c = &http.Client{Transport: &http.Transport{}}
		p.m[host] = c
	}
	return c
}

func main() {
	p := &pool{m: map[string]*http.Client{}}
	s := server.NewMCPServer("fetch", "1.0.0")
	s.AddTool(mcp.NewTool("fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := p.of(req.GetString("host", "")).Get("https://" + req.GetString("host", ""))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(resp.Status), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
