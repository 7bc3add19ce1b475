// with github.com/mark3labs/mcp-go@v1.2.1

// A cache that would be harmless with sessions: without them one caller gets
// the client that holds another one's token.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type client struct{ token string }

func (c *client) whoami() string { return c.token[:4] }

var bySession sync.Map // want "^blocker sure main.bySession: under the stateless transport"

type tokenKey struct{}

func clientFor(ctx context.Context) *client {
	id := server.ClientSessionFromContext(ctx).SessionID()
	if v, ok := bySession.Load(id); ok {
		return v.(*client)
	}
	token, _ := ctx.Value(tokenKey{}).(string)
	c := &client{token: token}
	bySession.Store(id, c)
	return c
}

func main() {
	s := server.NewMCPServer("vault", "1.0.0")
	s.AddTool(mcp.NewTool("whoami"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(clientFor(ctx).whoami()), nil
	})
	auth := func(ctx context.Context, r *http.Request) context.Context {
		return context.WithValue(ctx, tokenKey{}, r.Header.Get("Authorization"))
	}
	server.NewStreamableHTTPServer(s, server.WithStateLess(true), server.WithHTTPContextFunc(auth)).Start(":8080")
}
