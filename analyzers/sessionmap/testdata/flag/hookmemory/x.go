// with github.com/mark3labs/mcp-go@v1.2.1

// What a hook keeps of a session's request is the answer of a later one.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type watch struct {
	mu   sync.Mutex
	last map[string]string // want "^blocker sure main.watch.last: "
}

func session(ctx context.Context) string {
	if s := server.ClientSessionFromContext(ctx); s != nil {
		return s.SessionID()
	}
	return ""
}

func (w *watch) before(ctx context.Context, method mcp.MCPMethod) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last[session(ctx)] = string(method)
}

func (w *watch) failed(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.last, session(ctx))
}

func (w *watch) tell(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	last, ok := w.last[session(ctx)]
	if !ok {
		return mcp.NewToolResultError("nothing was asked before"), nil
	}
	return mcp.NewToolResultText(last), nil
}

func main() {
	w := &watch{last: map[string]string{}}
	hooks := &server.Hooks{}
	hooks.AddBeforeAny(func(ctx context.Context, id any, method mcp.MCPMethod, message any) { w.before(ctx, method) })
	hooks.AddOnError(func(ctx context.Context, id any, method mcp.MCPMethod, message any, err error) { w.failed(ctx) })
	s := server.NewMCPServer("x", "1", server.WithHooks(hooks))
	s.AddTool(mcp.NewTool("last"), w.tell)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
