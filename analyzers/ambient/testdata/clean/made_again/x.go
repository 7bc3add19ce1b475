// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A provider is made by whoever asks first; a request may have it made again.
package main

import (
	"context"
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type provider struct{ url string }

type holder struct {
	once sync.Once
	p    *provider
}

var current atomic.Pointer[holder]

func get() *provider {
	h := current.Load()
	h.once.Do(func() { h.p = &provider{url: os.Getenv("PROVIDER")} })
	return h.p
}

func again() { current.Store(&holder{}) }

type none struct{}

func main() {
	current.Store(&holder{})
	s := mcp.NewServer(&mcp.Implementation{Name: "provider"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "reload"}, func(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		again()
		return nil, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "where"}, func(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		return nil, map[string]string{"url": get().url}, nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
