// with github.com/mark3labs/mcp-go@v1.2.1

// The context of the store's making is kept in a field, and every call uses it.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct {
	ctx context.Context
	db  *sql.DB
}

func (s *store) add(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.ExecContext(s.ctx, "INSERT INTO items (name) VALUES (?)", req.GetString("name", "")) // want "^medium sure main: writes without the context of the request: .* it uses a context that is kept"
	return mcp.NewToolResultText("ok"), err
}

func main() {
	st := &store{ctx: context.Background()}
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("add_item"), st.add)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
