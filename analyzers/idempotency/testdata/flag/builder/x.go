// The server has a constructor of its own for definitions, and a helper that
// wraps handlers and registers both.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type option func(*mcp.Tool)

func describe(text string) option { return func(t *mcp.Tool) { t.Description = text } }

func newTool(name string, opts ...option) mcp.Tool {
	t := mcp.Tool{Name: name}
	for _, o := range opts {
		o(&t)
	}
	return t
}

type call func(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error)

func timed(next call) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return next(ctx, nil)
	}
}

type desk struct{}

func (d *desk) add(s *mcp.Server, t mcp.Tool, next call) {
	s.AddTool(&t, timed(next))
}

func (d *desk) do(ctx context.Context, method, path string) (*mcp.CallToolResult, error) {
	req, err := http.NewRequestWithContext(ctx, method, "https://desk.example/api/"+path, strings.NewReader("{}"))
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req) // want "^high sure tool create_ticket: .*POST /api/tickets is sent twice"
	if err != nil {
		return nil, err
	}
	return nil, res.Body.Close()
}

func (d *desk) create(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error) {
	return d.do(ctx, http.MethodPost, "tickets")
}

func (d *desk) list(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error) {
	return d.do(ctx, http.MethodGet, "tickets")
}

func (d *desk) close(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error) {
	return d.do(ctx, http.MethodPut, "tickets/1")
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	d := &desk{}
	create := newTool("create_ticket", describe("Use this to open a ticket"))
	d.add(s, create, d.create)
	list := newTool("list_tickets", describe("Use this to see what is open"))
	d.add(s, list, d.list)
	shut := newTool("close_ticket")
	d.add(s, shut, d.close)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
