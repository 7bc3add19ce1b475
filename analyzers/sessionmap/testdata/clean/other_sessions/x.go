// Sessions of a language server and of a database: both are named by the
// caller's arguments, and neither is the protocol's.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type lspSession struct{ root string }

type manager struct {
	mu       sync.Mutex
	sessions map[string]*lspSession
}

type in struct {
	Workspace string
	SessionID string `json:"session_id"`
}

func (m *manager) open(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sessions[a.SessionID] = &lspSession{root: a.Workspace}
	return nil, nil, nil
}

func (m *manager) symbols(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[a.SessionID]
	if !ok {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	return nil, s.root, nil
}

func main() {
	m := &manager{sessions: map[string]*lspSession{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "code"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "open"}, m.open)
	mcp.AddTool(srv, &mcp.Tool{Name: "symbols"}, m.symbols)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
