// with github.com/mark3labs/mcp-go@v1.2.1

// The caller's token is in the context, the package variable knows no caller.
package main

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type userKey struct{}

var carts sync.Map // want "^high likely main.carts: an argument alone finds this"

func withUser(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, userKey{}, r.Header.Get("Authorization"))
}

func open(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if u, _ := ctx.Value(userKey{}).(string); u == "" {
		return mcp.NewToolResultError("sign in"), nil
	}
	id := rand.Text()
	carts.Store(id, req.GetString("sku", ""))
	return mcp.NewToolResultText(id), nil
}

func show(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, ok := carts.Load(req.GetString("cart", ""))
	if !ok {
		return mcp.NewToolResultError("no such cart"), nil
	}
	return mcp.NewToolResultText(v.(string)), nil
}

func main() {
	s := server.NewMCPServer("shop", "1.0.0")
	s.AddTool(mcp.NewTool("open_cart"), open)
	s.AddTool(mcp.NewTool("show_cart"), show)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true), server.WithHTTPContextFunc(withUser)).Start(":8080")
}
