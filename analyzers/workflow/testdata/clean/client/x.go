// with github.com/mark3labs/mcp-go@v1.2.1

// Connections to servers elsewhere, made from configuration and found by name.
package main

import (
	"context"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type remote struct {
	url  string
	http *http.Client
}

type pool struct {
	mu sync.Mutex
	m  map[string]*remote
}

func (p *pool) get(url string) *remote {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r, ok := p.m[url]; ok {
		return r
	}
	r := &remote{url: url, http: &http.Client{}}
	p.m[url] = r
	return r
}

func main() {
	p := &pool{m: map[string]*remote{}}
	for _, u := range strings.Split(os.Getenv("REMOTES"), ",") {
		p.get(u)
	}
	s := server.NewMCPServer("proxy", "1.0.0")
	s.AddTool(mcp.NewTool("ping"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := p.get(req.GetString("url", "")).http.Get("/ping")
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(resp.Status), nil
	})
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
