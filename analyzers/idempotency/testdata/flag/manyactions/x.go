// A generated client makes every request in one place and sends it in another;
// one tool has several of its calls.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type client struct{ http *http.Client }

func (c *client) prepare(ctx context.Context, method, path string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, method, "https://desk.example"+path, nil)
}

func (c *client) send(req *http.Request) error {
	res, err := c.http.Do(req) // want "^high sure tool tickets: .*POST /tickets is sent twice"
	if err != nil {
		return err
	}
	return res.Body.Close()
}

type listRequest struct{ c *client }

func (r listRequest) Execute(ctx context.Context) error {
	req, err := r.c.prepare(ctx, http.MethodGet, "/tickets")
	if err != nil {
		return err
	}
	return r.c.send(req)
}

type createRequest struct{ c *client }

func (r createRequest) Execute(ctx context.Context) error {
	req, err := r.c.prepare(ctx, http.MethodPost, "/tickets")
	if err != nil {
		return err
	}
	return r.c.send(req)
}

type in struct{ Action string }

type app struct{ c *client }

func (a *app) tickets(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	if x.Action == "list" {
		return nil, nil, listRequest{a.c}.Execute(ctx)
	}
	return nil, nil, createRequest{a.c}.Execute(ctx)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	a := &app{&client{http.DefaultClient}}
	mcp.AddTool(s, &mcp.Tool{Name: "tickets", Description: "Manage tickets"}, a.tickets)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
