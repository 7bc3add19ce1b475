// with github.com/mark3labs/mcp-go@v1.2.1

// A value that is made for one call keeps the context of that call.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type session struct {
	ctx context.Context
	db  *sql.DB
}

func (s *session) add(name string) error {
	_, err := s.db.ExecContext(s.ctx, "INSERT INTO items (name) VALUES (?)", name)
	return err
}

type store struct{ db *sql.DB }

func (s *store) add(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	one := &session{ctx: context.Background(), db: s.db}
	one.ctx = ctx
	return mcp.NewToolResultText("ok"), one.add(req.GetString("name", ""))
}

func main() {
	st := &store{}
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("add_item"), st.add)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
