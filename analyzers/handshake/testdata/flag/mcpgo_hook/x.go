// with github.com/mark3labs/mcp-go@v1.2.1

// A hook of the handshake stores the tenant, tools read it.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type app struct {
	mu     sync.Mutex
	client string // want "^high sure main.app.client: this is set at the handshake"
}

func (a *app) hooks() *server.Hooks {
	h := &server.Hooks{}
	h.AddAfterInitialize(func(ctx context.Context, id any, req *mcp.InitializeRequest, res *mcp.InitializeResult) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.client = req.Params.ClientInfo.Name
	})
	return h
}

func (a *app) greet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.client == "" {
		return mcp.NewToolResultError("no client yet"), nil
	}
	return mcp.NewToolResultText("hello " + a.client), nil
}

func main() {
	a := &app{}
	s := server.NewMCPServer("greet", "1.0.0", server.WithHooks(a.hooks()))
	s.AddTool(mcp.NewTool("greet"), a.greet)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
