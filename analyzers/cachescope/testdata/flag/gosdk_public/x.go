// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// The inbox of the caller, marked for every cache on the way.
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
	res := &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: m.load(who.UserID)}}}
	res.TTLMs = 60000
	res.CacheScope = "public" // want "^high likely main.*inbox: cache scope: what resource .* answers depends on who calls, and is marked public"
	return res, nil
}

func (m *mail) help(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	res := &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: "help"}}}
	res.CacheScope = "public"
	return res, nil
}

func main() {
	m := &mail{}
	s := mcp.NewServer(&mcp.Implementation{Name: "mail"}, nil)
	s.AddResource(&mcp.Resource{URI: "mail://inbox", Name: "inbox"}, m.inbox)
	s.AddResource(&mcp.Resource{URI: "mail://help", Name: "help"}, m.help)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
