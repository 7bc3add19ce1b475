// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// The cache belongs to an object that is kept for one
// caller, so that its keys need no caller.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type project struct{ Name string }

type account struct {
	mu     sync.Mutex
	boards map[string]string
}

var (
	mu       sync.Mutex
	accounts = map[string]*account{}
)

func of(ctx context.Context) *account {
	who := auth.TokenInfoFromContext(ctx).UserID
	mu.Lock()
	defer mu.Unlock()
	a, ok := accounts[who]
	if !ok {
		a = &account{boards: map[string]string{}}
		accounts[who] = a
	}
	return a
}

func render(ctx context.Context, name string) string {
	if auth.TokenInfoFromContext(ctx).UserID == "root" {
		return "all of " + name
	}
	return name
}

func show(ctx context.Context, req *mcp.CallToolRequest, in project) (*mcp.CallToolResult, any, error) {
	a := of(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	if b, ok := a.boards[in.Name]; ok {
		return nil, b, nil
	}
	b := render(ctx, in.Name)
	a.boards[in.Name] = b
	return nil, b, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "boards"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "show_board"}, show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
