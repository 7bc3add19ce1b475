// with github.com/mark3labs/mcp-go@v1.2.1

// A cache that is refreshed behind the answer: what is missing is fetched at
// once.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type cache struct {
	mu sync.Mutex
	m  map[string]string
}

func (c *cache) fetch(key string) string {
	v := "value of " + key
	c.mu.Lock()
	c.m[key] = v
	c.mu.Unlock()
	return v
}

func (c *cache) get(key string) string {
	c.mu.Lock()
	v, ok := c.m[key]
	c.mu.Unlock()
	if !ok {
		return c.fetch(key)
	}
	go c.fetch(key)
	return v
}

func main() {
	c := &cache{m: map[string]string{}}
	s := server.NewMCPServer("cache", "1.0.0")
	s.AddTool(mcp.NewTool("get"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(c.get(req.GetString("key", ""))), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
