// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Without the option the context of a handler is never cancelled; the tool
// adds a row each time.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type note struct{ Text string }

type notes struct{ db *sql.DB }

func (n *notes) add(ctx context.Context, req *mcp.CallToolRequest, in note) (*mcp.CallToolResult, any, error) {
	_, err := n.db.ExecContext(ctx, "INSERT INTO notes (body) VALUES (?)", in.Text)
	return nil, nil, err
}

func main() {
	n := &notes{}
	s := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "add_note"}, n.add)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})) // want "^medium sure main.main: NewStreamableHTTPHandler: .* writes such as add_note go on, and the client sends them again"
	http.Handle("/old", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))                                         // want "^medium sure main.main: NewStreamableHTTPHandler: a client cancels by closing its stream"
	http.ListenAndServe(":8080", nil)
}
