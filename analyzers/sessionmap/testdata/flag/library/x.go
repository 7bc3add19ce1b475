// A cache library with a lifetime, keyed by session and server.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/patrickmn/go-cache"
)

type gateway struct {
	logins *cache.Cache // want "^blocker sure main.gateway.logins: entries are keyed"
}

type login struct{ Server, Token string }

func (g *gateway) login(ctx context.Context, req *mcp.CallToolRequest, in login) (*mcp.CallToolResult, any, error) {
	g.logins.Set(req.Session.ID()+"|"+in.Server, in.Token, cache.DefaultExpiration)
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
	g := &gateway{logins: cache.New(time.Hour, time.Minute)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "gateway"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "login"}, g.login)
	mcp.AddTool(srv, &mcp.Tool{Name: "call"}, g.call)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
