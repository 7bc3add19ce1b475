// with github.com/mark3labs/mcp-go@v1.2.1

// A store makes its own context on the way to a write: one card for all that
// the package loses, led by the gravest.
package main

import (
	"context"
	"database/sql"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

func (s *store) rename(id, name string) error {
	_, err := s.db.ExecContext(context.TODO(), "UPDATE items SET name = ? WHERE id = ?", name, id)
	return err
}

func (s *store) add(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want "^medium sure main: writes without the context of the request: INSERT INTO items goes on when the client of add_item has closed its stream"
	defer cancel()
	_, err := s.db.ExecContext(ctx, "INSERT INTO items (name) VALUES (?)", name)
	return err
}

func (s *store) handleRename(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("ok"), s.rename(req.GetString("id", ""), req.GetString("name", ""))
}

func (s *store) handleAdd(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("ok"), s.add(req.GetString("name", ""))
}

func main() {
	st := &store{}
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("rename_item"), st.handleRename)
	s.AddTool(mcp.NewTool("add_item"), st.handleAdd)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
