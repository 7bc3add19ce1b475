// with github.com/mark3labs/mcp-go@v1.2.1

// One tool logs in, the others use the client that it made.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type api struct {
	token string
	http  *http.Client
}

type handlers struct {
	mu  sync.Mutex
	api *api // want "^high sure main.handlers.api: one request sets this value"
}

func (h *handlers) login(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tok, err := req.RequireString("token")
	if err != nil {
		return mcp.NewToolResultError("token required"), nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.api = &api{token: tok, http: http.DefaultClient}
	return mcp.NewToolResultText("logged in"), nil
}

func (h *handlers) me(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.api == nil {
		return mcp.NewToolResultError("log in first"), nil
	}
	return mcp.NewToolResultText(h.api.token[:4]), nil
}

func main() {
	h := &handlers{}
	s := server.NewMCPServer("api", "1.0.0")
	s.AddTool(mcp.NewTool("login"), h.login)
	s.AddTool(mcp.NewTool("me"), h.me)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
