// with github.com/modelcontextprotocol/go-sdk@v1.4.1

// This version has no such option, and the revision that needs it is not
// served; of the other program only reads are served.
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
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
