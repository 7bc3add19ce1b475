// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A setting is kept in a table; every replica reads it anew every few seconds,
// and the one that changes it does so at once.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type settings struct {
	db       *sql.DB
	greeting atomic.Value
}

func (s *settings) apply(greeting string) { s.greeting.Store(greeting) }

func (s *settings) change(ctx context.Context, greeting string) error {
	s.apply(greeting)
	_, err := s.db.ExecContext(ctx, "UPDATE settings SET value = $1 WHERE name = 'greeting'", greeting)
	return err
}

func (s *settings) follow(ctx context.Context) {
	t := time.NewTicker(5 * time.Second)
	defer t.Stop()
	for range t.C {
		var greeting string
		if s.db.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = 'greeting'").Scan(&greeting) == nil {
			s.apply(greeting)
		}
	}
}

type wish struct{ Greeting string }

func main() {
	db, _ := sql.Open("postgres", "")
	s := &settings{db: db}
	go s.follow(context.Background())
	srv := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "set_greeting"}, func(ctx context.Context, req *mcp.CallToolRequest, in wish) (*mcp.CallToolResult, any, error) {
		return nil, nil, s.change(ctx, in.Greeting)
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, func(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
		return nil, s.greeting.Load(), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
