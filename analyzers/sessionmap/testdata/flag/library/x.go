// A cache library, keyed by session and server, through generic code.
package main

import (
	"context"
	"net/http"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type gateway struct {
	logins *lru.Cache[string, string] // want "^blocker sure main.gateway.logins: entries are keyed"
}

type login struct{ Server, Token string }

func (g *gateway) login(ctx context.Context, req *mcp.CallToolRequest, in login) (*mcp.CallToolResult, any, error) {
	g.logins.Add(req.Session.ID()+"|"+in.Server, in.Token)
	return nil, nil, nil
}

func (g *gateway) call(ctx context.Context, req *mcp.CallToolRequest, in login) (*mcp.CallToolResult, any, error) {
	tok, ok := g.logins.Get(req.Session.ID() + "|" + in.Server)
	if !ok {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	return nil, tok, nil
}

func main() {
	c, _ := lru.New[string, string](1000)
	g := &gateway{logins: c}
	srv := mcp.NewServer(&mcp.Implementation{Name: "gateway"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "login"}, g.login)
	mcp.AddTool(srv, &mcp.Tool{Name: "call"}, g.call)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
