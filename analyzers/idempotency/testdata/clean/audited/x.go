// What a tool records of itself is true twice when it ran twice.
package main

import (
	"context"
	"database/sql"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID, Title string }

var db *sql.DB

func rename(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if _, err := db.ExecContext(ctx, "UPDATE pages SET title = ? WHERE id = ?", a.Title, a.ID); err != nil {
		return nil, nil, err
	}
	_, err := db.ExecContext(ctx, "INSERT INTO audit_log (page, title) VALUES (?, ?)", a.ID, a.Title)
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "pages"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "page_title", Description: "The title of a page."}, rename)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
