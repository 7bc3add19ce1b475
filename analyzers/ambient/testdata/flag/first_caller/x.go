// A singleton that remembers the first caller for all later ones.
package main

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type access struct {
	mu     sync.Mutex
	viewer string // want "main.access.viewer: "
}

var instance = &access{}

func (a *access) own(author string, req *mcp.CallToolRequest) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.viewer == "" {
		a.viewer = req.Extra.TokenInfo.UserID
	}
	return strings.EqualFold(author, a.viewer)
}

type in struct{ Author string }

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "posts"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "edit"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return nil, instance.own(a.Author, req), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
