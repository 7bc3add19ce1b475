// with github.com/mark3labs/mcp-go@v1.2.1

// A goroutine that nobody waits for goes on writing after the answer.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

func (s *store) visit(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	go func() {
		_, _ = s.db.Exec("INSERT INTO orders (name) VALUES (?)", name) // want "^low (sure|likely) main: writes without the context of the request: .* it runs in a goroutine with sql.DB.Exec"
	}()
	return mcp.NewToolResultText("noted"), nil
}

func main() {
	st := &store{}
	s := server.NewMCPServer("visits", "1.0.0")
	s.AddTool(mcp.NewTool("add_order"), st.visit)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
