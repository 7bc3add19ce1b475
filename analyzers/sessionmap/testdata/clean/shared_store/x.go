// The session is a key in a database that all replicas share.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type store struct{ db *sql.DB }

func (s *store) save(ctx context.Context, session, text string) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO drafts (session, text) VALUES ($1, $2) ON CONFLICT (session) DO UPDATE SET text = $2", session, text)
	return err
}

type in struct{ Text string }

func main() {
	db, _ := sql.Open("postgres", "")
	st := &store{db: db}
	srv := mcp.NewServer(&mcp.Implementation{Name: "drafts"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return nil, nil, st.save(ctx, req.Session.ID(), a.Text)
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
