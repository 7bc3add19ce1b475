// The mutex spares the store a crowd; the order among replicas is the store's.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"database/sql"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type row struct{ access, refresh string }

type rows interface {
	Lock(ctx context.Context, account string) (release func(), err error)
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
	release, err := c.rows.Lock(ctx, account)
	if err != nil {
		return "", err
	}
	defer release()
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

type table struct{ db *sql.DB }

func (t table) Get(ctx context.Context, account string) (r row, err error) {
	err = t.db.QueryRowContext(ctx, "SELECT access, refresh FROM tokens WHERE account = $1", account).Scan(&r.access, &r.refresh)
	return r, err
}

func (t table) Put(ctx context.Context, account string, r row) error {
	_, err := t.db.ExecContext(ctx, "UPDATE tokens SET access = $2, refresh = $3 WHERE account = $1", account, r.access, r.refresh)
	return err
}

func (t table) Lock(ctx context.Context, account string) (func(), error) {
	conn, err := t.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext($1))", account); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return func() { conn.Close() }, nil
}

func open() rows {
	db, err := sql.Open("postgres", "postgres://db.example/mail")
	if err != nil {
		panic(err)
	}
	return table{db}
}

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
