// with github.com/mark3labs/mcp-go@v1.2.1

// Tools stand in a map from their definitions to their handlers: each handler
// has the name of its key.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

func (s *store) add(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.ExecContext(context.TODO(), "INSERT INTO notes (text) VALUES (?)", req.GetString("text", "")) // want "INSERT INTO notes goes on when the client of add_note has closed its stream"
	return mcp.NewToolResultText("added"), err
}

func (s *store) count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.QueryContext(context.TODO(), "SELECT count(*) FROM notes")
	return mcp.NewToolResultText("counted"), err
}

func (s *store) tools() map[*mcp.Tool]server.ToolHandlerFunc {
	add, count := mcp.NewTool("add_note"), mcp.NewTool("count_notes")
	m := make(map[*mcp.Tool]server.ToolHandlerFunc)
	m[&add] = s.add
	m[&count] = s.count
	return m
}

func main() {
	st := &store{}
	s := server.NewMCPServer("notes", "1.0.0")
	for tool, handler := range st.tools() {
		s.AddTool(*tool, handler)
	}
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
