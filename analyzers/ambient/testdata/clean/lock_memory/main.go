// The rows live and die with the process that the mutex belongs to.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type row struct{ access, refresh string }

type rows interface {
	Get(ctx context.Context, account string) (row, error)
	Put(ctx context.Context, account string, r row) error
}

type issuer interface {
	Renew(ctx context.Context, refresh string) (row, error)
}

type client struct {
	mu   sync.Mutex
	rows rows
	from issuer
}

func (c *client) token(ctx context.Context, account string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old, err := c.rows.Get(ctx, account)
	if err != nil {
		return "", err
	}
	now, err := c.from.Renew(ctx, old.refresh)
	if err != nil {
		return "", err
	}
	return now.access, c.rows.Put(ctx, account, now)
}

type memory struct {
	mu sync.Mutex
	m  map[string]row
}

func (t *memory) Get(_ context.Context, account string) (row, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[account], nil
}

func (t *memory) Put(_ context.Context, account string, r row) error { return nil }

func open() rows { return &memory{m: map[string]row{}} }

type web struct{}

func (web) Renew(ctx context.Context, refresh string) (row, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://login.example/token?t="+refresh, nil)
	if err != nil {
		return row{}, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return row{}, err
	}
	return row{res.Header.Get("Access"), res.Header.Get("Refresh")}, res.Body.Close()
}

type in struct{ Account string }

func main() {
	c := &client{rows: open(), from: web{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "mail"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "unread"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		t, err := c.token(ctx, a.Account)
		if t == "" && err == nil {
			err = errors.New("not signed in")
		}
		return nil, len(t), err
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
