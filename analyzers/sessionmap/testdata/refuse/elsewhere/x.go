// What a session has, in ways that leave open which tool begins, or whose session it is.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type desk struct {
	tenants map[string]string // refuse "remember is used as a value"
	drafts  map[string]string // refuse "what the tool answers at x.go:[0-9]+ is another function's answer"
	seen    map[string]int    // refuse "the key at x.go:[0-9]+ is not plainly the id of the session"
	names   map[string]string // refuse "names stands beside something that is called name"
	name    string
}

type in struct{ Name string }

func (d *desk) remember(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == "initialize" {
			d.tenants[req.GetSession().ID()] = "a"
		}
		return next(ctx, method, req)
	}
}

func (d *desk) tenant(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, d.tenants[req.Session.ID()], nil
}

func (d *desk) draft(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	d.drafts[req.Session.ID()] = a.Name
	return answer()
}

func (d *desk) send(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, d.drafts[req.Session.ID()], nil
}

func (d *desk) count(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	key := req.Session.ID() + "/" + a.Name
	d.seen[key]++
	return nil, d.seen[key], nil
}

func (d *desk) rename(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	was := d.names[req.Session.ID()]
	d.names[req.Session.ID()] = a.Name + d.name
	return nil, was, nil
}

func answer() (*mcp.CallToolResult, any, error) { return nil, nil, nil }

func main() {
	d := &desk{tenants: map[string]string{}, drafts: map[string]string{}, seen: map[string]int{}, names: map[string]string{}, name: "x"}
	srv := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	srv.AddReceivingMiddleware(d.remember)
	mcp.AddTool(srv, &mcp.Tool{Name: "tenant"}, d.tenant)
	mcp.AddTool(srv, &mcp.Tool{Name: "draft"}, d.draft)
	mcp.AddTool(srv, &mcp.Tool{Name: "send"}, d.send)
	mcp.AddTool(srv, &mcp.Tool{Name: "count"}, d.count)
	mcp.AddTool(srv, &mcp.Tool{Name: "rename"}, d.rename)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
