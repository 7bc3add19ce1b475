// with github.com/mark3labs/mcp-go@v1.2.1

// The tool that uses an entry also removes it; a hook removes the rest.
package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var drafts, levels sync.Map

func id(ctx context.Context) string { return server.ClientSessionFromContext(ctx).SessionID() }

func write(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	drafts.Store(req.GetString("name", ""), req.GetString("text", ""))
	levels.Store(id(ctx), req.GetString("level", ""))
	return mcp.NewToolResultText("written"), nil
}

func send(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, ok := drafts.LoadAndDelete(req.GetString("name", ""))
	if !ok {
		return mcp.NewToolResultError("no such draft"), nil
	}
	l, ok := levels.Load(id(ctx))
	if !ok {
		return mcp.NewToolResultError("no level"), nil
	}
	return mcp.NewToolResultText(v.(string) + l.(string)), nil
}

func main() {
	h := &server.Hooks{}
	h.AddOnUnregisterSession(func(ctx context.Context, s server.ClientSession) { levels.Delete(s.SessionID()) })
	s := server.NewMCPServer("mail", "1.0.0", server.WithHooks(h))
	s.AddTool(mcp.NewTool("write"), write)
	s.AddTool(mcp.NewTool("send"), send)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
