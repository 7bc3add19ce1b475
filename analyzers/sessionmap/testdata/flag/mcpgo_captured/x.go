// with github.com/mark3labs/mcp-go@v1.2.1

// A variable of main that the handlers capture, with the header as its key.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type keyType struct{}

const header = "Mcp-Session-Id"

func withKey(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, keyType{}, r.Header.Get(header))
}

func main() {
	var mu sync.Mutex
	drafts := map[string]string{} // want "^blocker sure main.main.drafts: entries are keyed"

	s := server.NewMCPServer("mail", "1.0.0")
	s.AddTool(mcp.NewTool("write"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		id, _ := ctx.Value(keyType{}).(string)
		mu.Lock()
		defer mu.Unlock()
		drafts[id] += req.GetString("text", "")
		return mcp.NewToolResultText("ok"), nil
	})
	s.AddTool(mcp.NewTool("send"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		id, _ := ctx.Value(keyType{}).(string)
		mu.Lock()
		defer mu.Unlock()
		return mcp.NewToolResultText(drafts[id]), nil
	})
	server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(withKey)).Start(":8080")
}
