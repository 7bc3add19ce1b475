// The hint depends on configuration: in one of its settings the annotation is
// wrong, and the rule does not judge hints that are computed. What it does
// report is the second tool, whose wrapper hides nothing.
package main

import (
	"context"
	"database/sql"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID string }

var db *sql.DB

func touch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "UPDATE pages SET seen = now() WHERE id = $1", a.ID)
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "pages"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "page", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: os.Getenv("TRUST") != ""}}, touch)
	mcp.AddTool(s, &mcp.Tool{Name: "page_seen"}, touch) // want "annotations of tool page_seen: .*has no annotations"
	s.Run(context.Background(), &mcp.StdioTransport{})
}
