// with github.com/mark3labs/mcp-go@v1.2.1

// The first answer is there when the write is made; then a second question is
// put. And a write on another branch than the question's.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type shop struct{ db *sql.DB }

func (s *shop) order(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetBool("quick", false) {
		_, err := s.db.ExecContext(ctx, "INSERT INTO orders (item) VALUES (?)", req.GetString("item", ""))
		return mcp.NewToolResultText("ordered"), err
	}
	if server.ElicitationResponse(req.Params.InputResponses, "size") != nil {
		if _, err := s.db.ExecContext(ctx, "INSERT INTO orders (item) VALUES (?)", req.GetString("item", "")); err != nil {
			return nil, err
		}
		return server.NewInputRequestBuilder("ordered").Elicit("gift", mcp.ElicitationParams{Message: "A gift?"}).ToolResult(), nil
	}
	return server.NewInputRequestBuilder("new").Elicit("size", mcp.ElicitationParams{Message: "Which size?"}).ToolResult(), nil
}

func main() {
	sh := &shop{}
	s := server.NewMCPServer("shop", "1.0.0")
	s.AddTool(mcp.NewTool("order"), sh.order)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
