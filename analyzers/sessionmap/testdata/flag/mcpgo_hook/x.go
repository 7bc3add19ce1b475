// with github.com/mark3labs/mcp-go@v1.2.1

// A client is made when a session is registered; tools fail without it.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var clients sync.Map // want "^blocker sure main.clients: entries are keyed"

type api struct{ http *http.Client }

func hooks() *server.Hooks {
	h := &server.Hooks{}
	h.AddOnRegisterSession(func(ctx context.Context, s server.ClientSession) {
		clients.Store(s.SessionID(), &api{http: &http.Client{}})
	})
	h.AddOnUnregisterSession(func(ctx context.Context, s server.ClientSession) {
		clients.Delete(s.SessionID())
	})
	return h
}

func from(ctx context.Context) *api {
	v, ok := clients.Load(server.ClientSessionFromContext(ctx).SessionID())
	if !ok {
		return nil
	}
	return v.(*api)
}

func workspaces(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := from(ctx)
	if c == nil {
		return mcp.NewToolResultError("no client for this session"), nil
	}
	resp, err := c.http.Get("https://example.com/workspaces")
	if err != nil {
		return mcp.NewToolResultErrorFromErr("list", err), nil
	}
	return mcp.NewToolResultText(resp.Status), nil
}

func main() {
	s := server.NewMCPServer("tf", "1.0.0", server.WithHooks(hooks()))
	s.AddTool(mcp.NewTool("list_workspaces"), workspaces)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
