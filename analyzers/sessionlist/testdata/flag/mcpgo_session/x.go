// with github.com/mark3labs/mcp-go@v1.2.1

// Tools of one session, added by a hook.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func admin(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("admin"), nil
}

func main() {
	var s *server.MCPServer
	h := &server.Hooks{}
	h.AddOnRegisterSession(func(ctx context.Context, sess server.ClientSession) {
		s.AddSessionTools(sess.SessionID(), server.ServerTool{Tool: mcp.NewTool("admin"), Handler: admin}) // want "^high sure main.main.1: list of one session"
	})
	s = server.NewMCPServer("x", "1.0.0", server.WithHooks(h))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
