// A list inside an entry is changed where it is: the entry that was looked up and the one in the map share it.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type plan struct{ Steps []string }

type plans struct{ m map[string]plan }

type in struct {
	ID    string
	Steps []string
}

func (p *plans) make(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.m[a.ID] = plan{Steps: a.Steps}
	return nil, "made", nil
}

func (p *plans) done(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	x, ok := p.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such plan")
	}
	x.Steps[0] += " (done)"
	return nil, x.Steps, nil
}

func main() {
	p := &plans{m: map[string]plan{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "plans"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "make"}, p.make)
	mcp.AddTool(srv, &mcp.Tool{Name: "done"}, p.done)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
