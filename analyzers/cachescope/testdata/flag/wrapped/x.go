// with github.com/mark3labs/mcp-go@v1.2.1

// A cache and a guard wrap one source, in whatever order: a hit answers before
// the guard is asked.
package main

import (
	"context"
	"errors"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type source interface {
	Fetch(ctx context.Context, query string) (string, error)
}

type table struct{}

func (table) Fetch(ctx context.Context, query string) (string, error) { return "rows of " + query, nil }

type secretKey struct{}

type guard struct {
	source
	secret string
}

var errRefused = errors.New("caller is not authorized")

func (g guard) Fetch(ctx context.Context, query string) (string, error) {
	if s, _ := ctx.Value(secretKey{}).(string); s != g.secret {
		return "", errRefused
	}
	return g.source.Fetch(ctx, query)
}

type cached struct {
	source
	mu   sync.Mutex
	rows map[string]string // want "^high likely main.cached.rows: what is cached here depends on who calls"
}

func (c *cached) Fetch(ctx context.Context, query string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := c.rows[query]; ok {
		return r, nil
	}
	r, err := c.source.Fetch(ctx, query)
	if err != nil {
		return "", err
	}
	c.rows[query] = r
	return r, nil
}

func wrap(names []string) source {
	var s source = table{}
	for _, n := range names {
		switch n {
		case "guard":
			s = guard{source: s, secret: "x"}
		case "cache":
			s = &cached{source: s, rows: map[string]string{}}
		}
	}
	return s
}

type tools struct{ source source }

func (t *tools) fetch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := t.source.Fetch(ctx, req.GetString("query", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(r), nil
}

func main() {
	t := &tools{source: wrap([]string{"guard", "cache"})}
	s := server.NewMCPServer("table", "1.0.0")
	s.AddTool(mcp.NewTool("fetch"), t.fetch)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
