// with github.com/mark3labs/mcp-go@v1.2.1

// The id goes to another system, through a helper.
package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func session(ctx context.Context) string {
	return server.ClientSessionFromContext(ctx).SessionID() // want "main.session: session id: the session id decides something here"
}

func main() {
	s := server.NewMCPServer("x", "1.0.0")
	s.AddTool(mcp.NewTool("fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example", nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("X-Conversation", session(ctx))
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(resp.Status), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
