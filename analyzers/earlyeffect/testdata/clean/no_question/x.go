// with github.com/mark3labs/mcp-go@v1.2.1

// One tool writes and never asks; another asks and writes nothing before it,
// beyond what it logs and what it counts for itself.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type shop struct{ db *sql.DB }

func (s *shop) order(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.ExecContext(ctx, "INSERT INTO orders (item) VALUES (?)", req.GetString("item", ""))
	return mcp.NewToolResultText("ordered"), err
}

func (s *shop) survey(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	log.Println("survey")
	n := 0
	for range req.GetString("item", "") {
		n++
	}
	if n == 0 {
		return mcp.NewToolResultError("no item"), nil
	}
	return server.NewInputRequestBuilder("new").Elicit("why", mcp.ElicitationParams{Message: "Why?"}).ToolResult(), nil
}

func main() {
	sh := &shop{}
	s := server.NewMCPServer("shop", "1.0.0")
	s.AddTool(mcp.NewTool("order"), sh.order)
	s.AddTool(mcp.NewTool("survey"), sh.survey)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
