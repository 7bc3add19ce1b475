// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// The scope is set for all results by one function, which knows which are the
// same for every caller.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type mail struct{ load func(user string) string }

func (m *mail) inbox(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	who := auth.TokenInfoFromContext(ctx)
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: m.load(who.UserID)}}}, nil
}

func scope(ctx context.Context, req mcp.Request, c *mcp.Cacheable) {
	scope := "private"
	if c.TTLMs == 0 {
		scope = "public"
	}
	c.CacheScope = scope
}

func main() {
	m := &mail{}
	s := mcp.NewServer(&mcp.Implementation{Name: "mail"}, &mcp.ServerOptions{SetCacheable: scope})
	s.AddResource(&mcp.Resource{URI: "mail://inbox", Name: "inbox"}, m.inbox)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
