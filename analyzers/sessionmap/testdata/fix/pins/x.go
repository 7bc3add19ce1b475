// One tool adds to what the session has, or begins; another has an answer for those who have nothing.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type pins struct {
	m map[string][]string
}

type in struct{ Name string }

func (p *pins) pin(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := req.Session.ID()
	p.m[id] = append(p.m[id], a.Name)
	return nil, nil, nil
}

func (p *pins) list(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, p.m[req.Session.ID()], nil
}

func main() {
	p := &pins{m: map[string][]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "pins"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "pin"}, p.pin)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, p.list)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
