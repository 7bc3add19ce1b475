// Annotations that the code keeps.
package main

import (
	"context"
	"database/sql"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID string }

var db *sql.DB

func rename(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "UPDATE pages SET title = $1", a.ID)
	return nil, nil, err
}

func title(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, db.QueryRowContext(ctx, "SELECT title FROM pages WHERE id = $1", a.ID).Scan(&a.ID)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "pages"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "rename_page", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}}, rename)
	mcp.AddTool(s, &mcp.Tool{Name: "page_title", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, title)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
