// A connection that is opened on first use with what the first caller may do.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type backend struct {
	mu   sync.Mutex
	base string
	user string // want "main.backend.user: "
}

func caller(ctx context.Context) string { return auth.TokenInfoFromContext(ctx).UserID }

func (b *backend) as(ctx context.Context) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.user == "" {
		b.user = caller(ctx)
	}
	return b.base + b.user
}

type in struct{ Name string }

func main() {
	b := &backend{base: "https://example.com/"}
	srv := mcp.NewServer(&mcp.Implementation{Name: "backend"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return nil, b.as(ctx), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
