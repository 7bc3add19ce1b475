// with github.com/mark3labs/mcp-go@v1.2.1

// Known miss: a function of the program makes the context, and it may know why.
// The same without the function is found.
package main

import (
	"context"
	"database/sql"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

func limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Minute)
}

func (s *store) add(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := limited()
	defer cancel()
	if _, err := s.db.ExecContext(ctx, "INSERT INTO items (name) VALUES (?)", req.GetString("name", "")); err != nil {
		return nil, err
	}
	_, err := s.db.ExecContext(context.Background(), "INSERT INTO orders (name) VALUES (?)", req.GetString("name", "")) // want "^medium sure main: writes without the context of the request"
	return mcp.NewToolResultText("ok"), err
}

func main() {
	st := &store{}
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("add_item"), st.add)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
