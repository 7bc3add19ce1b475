// Each tool is a type of its own, a loop registers them, and what they do runs
// inside a wrapper that looks for a login first.
package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type login struct{ token string }

type desk struct{ logins map[string]*login }

func (d *desk) getOrCreate(user string) (l *login, isNew bool) {
	if l, ok := d.logins[user]; ok {
		return l, false
	}
	return &login{}, true
}

func (d *desk) with(user string, do func(*login) error) (*mcp.CallToolResult, error) {
	l, isNew := d.getOrCreate(user)
	if isNew {
		return nil, errors.New("log in first")
	}
	if err := do(l); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("done"), nil
}

type tool interface {
	Tool() mcp.Tool
	Handler(d *desk) server.ToolHandlerFunc
}

type placeOrder struct{}

func (placeOrder) Tool() mcp.Tool {
	return mcp.NewTool("place_order", mcp.WithDescription("Place an order"))
}

func (placeOrder) Handler(d *desk) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return d.with("me", func(l *login) error {
			_, err := http.PostForm("https://broker.example/orders", url.Values{"token": {l.token}}) // want "^high (sure|likely) tool place_order: .*POST /orders is sent twice"
			return err
		})
	}
}

type quotes struct{}

func (quotes) Tool() mcp.Tool {
	return mcp.NewTool("get_quotes", mcp.WithDescription("Get the quotes"))
}

func (quotes) Handler(d *desk) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return d.with("me", func(l *login) error {
			_, err := http.Get("https://broker.example/quotes")
			return err
		})
	}
}

func main() {
	s := server.NewMCPServer("broker", "1.0.0")
	d := &desk{logins: map[string]*login{}}
	for _, t := range []tool{placeOrder{}, quotes{}} {
		s.AddTool(t.Tool(), t.Handler(d))
	}
	server.NewStreamableHTTPServer(s).Start(":8080")
}
