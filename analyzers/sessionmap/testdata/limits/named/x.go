// Nothing but a parameter's name says that the key is a session: callers
// outside the module pass it, and it may be the session of something else.
package topics

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct {
	mu sync.Mutex
	m  map[string]string // want "^high likely topics.store.m: entries are keyed"
}

var shared = &store{m: map[string]string{}}

// Set makes a handler that keeps a topic for a session.
func Set(session string) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		shared.m[session] = req.GetString("topic", "")
		return mcp.NewToolResultText("ok"), nil
	}
}

// Get makes a handler that tells the topic of a session.
func Get(session string) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		return mcp.NewToolResultText(shared.m[session]), nil
	}
}
