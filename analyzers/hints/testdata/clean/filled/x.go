// The constructor fills in what is left out: nothing is missing.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var db *sql.DB

func rename(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := db.ExecContext(ctx, "UPDATE pages SET title = $1", req.GetString("title", "")); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("renamed"), nil
}

func main() {
	s := server.NewMCPServer("pages", "1")
	s.AddTool(mcp.NewTool("rename_page"), rename)
	server.ServeStdio(s)
}
