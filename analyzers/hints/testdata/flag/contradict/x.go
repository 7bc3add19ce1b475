// Annotations that the code does not keep.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID string }

var db *sql.DB

func visit(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "UPDATE pages SET visits = visits + 1 WHERE id = $1", a.ID)
	return nil, nil, err
}

func copyOf(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "INSERT INTO copies (of) VALUES ($1)", a.ID)
	return nil, nil, err
}

func remove(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, "https://pages.example/pages/"+a.ID, nil)
	if err != nil {
		return nil, nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func no() *bool {
	b := false
	return &b
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "pages"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "page", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, visit)            // want "^medium sure annotations of tool page: .*read-only, but it runs UPDATE pages SET"
	mcp.AddTool(s, &mcp.Tool{Name: "copy_page", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}}, copyOf)    // want "annotations of tool copy_page: .*annotated idempotent"
	mcp.AddTool(s, &mcp.Tool{Name: "delete_page", Annotations: &mcp.ToolAnnotations{DestructiveHint: no()}}, remove) // want "annotations of tool delete_page: .*not destructive, but it sends DELETE"
	s.Run(context.Background(), &mcp.StdioTransport{})
}
