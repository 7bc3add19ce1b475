// Removals that are no taking away: the entry is put back, the key is another one by then, or somebody looks in between.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type pass struct {
	Left int
	Next string
}

type passes struct{ m map[string]*pass }

type in struct{ ID string }

func (p *passes) give(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.m[a.ID] = &pass{Left: 3}
	return nil, "given", nil
}

func (p *passes) spend(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	x, ok := p.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such pass")
	}
	delete(p.m, a.ID)
	if x.Left > 1 {
		x.Left--
		p.m[a.ID] = x
	}
	return nil, x.Left, nil
}

func (p *passes) follow(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := a.ID
	x, ok := p.m[id]
	if !ok {
		return nil, nil, errors.New("no such pass")
	}
	id = x.Next
	delete(p.m, id)
	return nil, id, nil
}

func (p *passes) count(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, ok := p.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such pass")
	}
	x, ok := p.m[a.ID]
	n := len(p.m)
	delete(p.m, a.ID)
	return nil, n + x.Left, nil
}

func main() {
	p := &passes{m: map[string]*pass{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "passes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "give"}, p.give)
	mcp.AddTool(srv, &mcp.Tool{Name: "spend"}, p.spend)
	mcp.AddTool(srv, &mcp.Tool{Name: "follow"}, p.follow)
	mcp.AddTool(srv, &mcp.Tool{Name: "count"}, p.count)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
