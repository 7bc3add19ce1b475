// with github.com/mark3labs/mcp-go@v1.2.1

// A struct variable that the handlers of two constructors capture; the key
// travels from the header through the context.
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

func key(ctx context.Context) string {
	id, _ := ctx.Value(keyType{}).(string)
	return id
}

type box struct {
	sync.Mutex
	drafts map[string]string // want "^blocker sure main.box.drafts: entries are keyed"
}

func write(b *box) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		b.Lock()
		defer b.Unlock()
		b.drafts[key(ctx)] = req.GetString("text", "")
		return mcp.NewToolResultText("ok"), nil
	}
}

func send(b *box) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		b.Lock()
		defer b.Unlock()
		text, ok := b.drafts[key(ctx)]
		if !ok {
			return mcp.NewToolResultError("nothing written yet"), nil
		}
		return mcp.NewToolResultText(text), nil
	}
}

func main() {
	var b box
	b.drafts = map[string]string{}
	s := server.NewMCPServer("mail", "1.0.0")
	s.AddTool(mcp.NewTool("write"), write(&b))
	s.AddTool(mcp.NewTool("send"), send(&b))
	server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(withKey)).Start(":8080")
}
