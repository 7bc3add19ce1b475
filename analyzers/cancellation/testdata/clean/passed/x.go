// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// The context goes all the way; clean-up, roll-back and what is said to go on
// have contexts of their own; the option is set.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type item struct{ Name string }

type store struct {
	db     *sql.DB
	client *http.Client
}

func (s *store) rollback(name string) error {
	_, err := s.db.ExecContext(context.Background(), "DELETE FROM items WHERE name = ?", name)
	return err
}

func (s *store) record(ctx context.Context, name string) {
	_, _ = s.db.ExecContext(context.WithoutCancel(ctx), "INSERT INTO history (name) VALUES (?)", name)
}

func (s *store) add(ctx context.Context, req *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	defer func() { _, _ = s.db.Exec("INSERT INTO calls (name) VALUES (?)", in.Name) }()
	if _, err := s.db.ExecContext(ctx, "INSERT INTO items (name) VALUES (?)", in.Name); err != nil {
		return nil, nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example.com/api/orders", strings.NewReader(in.Name))
	if err != nil {
		return nil, nil, s.rollback(in.Name)
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return nil, nil, s.rollback(in.Name)
	}
	s.record(ctx, in.Name)
	if err := exec.CommandContext(ctx, "sh", "-c", in.Name).Run(); err != nil {
		return nil, nil, err
	}
	return nil, nil, resp.Body.Close()
}

func main() {
	st := &store{client: http.DefaultClient}
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "add_item"}, st.add)
	opts := &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true}
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, opts))
}
