// with github.com/mark3labs/mcp-go@v1.2.1

// What failed is forgotten again: by a sweep, or because a later call finds out
// better.
package main

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type dead struct {
	mu    sync.Mutex
	hosts map[string]bool
}

func (d *dead) sweep() {
	for range time.Tick(time.Minute) {
		d.mu.Lock()
		for h := range d.hosts {
			delete(d.hosts, h)
		}
		d.mu.Unlock()
	}
}

func (d *dead) get(host string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.hosts[host] {
		return "down"
	}
	if _, err := http.Get(host); err != nil {
		d.hosts[host] = true
		return "down"
	}
	return "up"
}

var speaks sync.Map

func version(host string) string {
	if v, ok := speaks.Load(host); ok {
		return v.(string)
	}
	return probe(host)
}

func probe(host string) string {
	resp, err := http.Get(host + "/v2")
	if err != nil || resp.StatusCode == http.StatusNotFound {
		speaks.Store(host, "v1")
		return "v1"
	}
	speaks.Store(host, "v2")
	return "v2"
}

func main() {
	d := &dead{hosts: map[string]bool{}}
	go d.sweep()
	s := server.NewMCPServer("probe", "1.0.0")
	s.AddTool(mcp.NewTool("up"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(d.get(req.GetString("host", ""))), nil
	})
	s.AddTool(mcp.NewTool("version"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(version(req.GetString("host", ""))), nil
	})
	s.AddTool(mcp.NewTool("probe"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(probe(req.GetString("host", ""))), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
