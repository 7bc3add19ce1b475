// with github.com/mark3labs/mcp-go@v1.2.1

// A gateway tries every call three times, whatever the tool does.
package main

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type gateway struct{ behind *client.Client }

func (g *gateway) once(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return g.behind.CallTool(ctx, req)
}

func (g *gateway) call(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var last error
	for i := range 3 {
		res, err := g.once(ctx, req) // want "^medium likely main.*call: calls tried again: a call of another server's tool is tried again when it fails"
		if err == nil {
			return res, nil
		}
		last = err
		time.Sleep(time.Duration(i) * time.Second)
	}
	return nil, last
}

func main() {
	g := &gateway{}
	s := server.NewMCPServer("gateway", "1.0.0")
	s.AddTool(mcp.NewTool("shop"), g.call)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
