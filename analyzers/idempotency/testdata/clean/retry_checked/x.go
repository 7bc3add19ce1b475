// with github.com/mark3labs/mcp-go@v1.2.1

// Only tools that say that they may be called again are; a loop over several
// calls is none of this, nor is one that stops at the first failure.
package main

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type gateway struct {
	behind *client.Client
	hints  map[string]mcp.ToolAnnotation
	names  []string
}

func (g *gateway) call(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tries := 1
	if h := g.hints[req.Params.Name]; h.IdempotentHint != nil && *h.IdempotentHint {
		tries = 3
	}
	var last error
	for range tries {
		res, err := g.behind.CallTool(ctx, req)
		if err == nil {
			return res, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return nil, last
}

func (g *gateway) all(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var res *mcp.CallToolResult
	for _, name := range g.names {
		one := req
		one.Params.Name = name
		r, err := g.behind.CallTool(ctx, one)
		if err != nil {
			return nil, err
		}
		res = r
		time.Sleep(time.Millisecond)
	}
	return res, nil
}

func main() {
	g := &gateway{}
	s := server.NewMCPServer("gateway", "1.0.0")
	s.AddTool(mcp.NewTool("shop"), g.call)
	s.AddTool(mcp.NewTool("several"), g.all)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
