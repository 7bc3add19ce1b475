// Rows are deleted before they are inserted again.
package main

import (
	"context"
	"database/sql"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID, Text string }

var db *sql.DB

func forget(ctx context.Context, id string) error {
	_, err := db.ExecContext(ctx, "DELETE FROM search WHERE id = ?", id)
	return err
}

func index(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := forget(ctx, a.ID); err != nil {
		return nil, nil, err
	}
	_, err := db.ExecContext(ctx, "INSERT INTO search (id, body) VALUES (?, ?)", a.ID, a.Text)
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "search"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "index", Description: "Puts a text into the index."}, index)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
