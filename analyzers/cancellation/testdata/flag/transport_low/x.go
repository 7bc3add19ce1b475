// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// The option is switched off in so many words; what the tool writes is set,
// not added.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type name struct{ ID, Name string }

type people struct{ db *sql.DB }

func (p *people) rename(ctx context.Context, req *mcp.CallToolRequest, in name) (*mcp.CallToolResult, any, error) {
	_, err := p.db.ExecContext(ctx, "UPDATE people SET name = ? WHERE id = ?", in.Name, in.ID)
	return nil, nil, err
}

func main() {
	p := &people{}
	s := mcp.NewServer(&mcp.Implementation{Name: "people"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "rename_person"}, p.rename)
	opts := &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: false}
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, opts)) // want "^low sure main.main: NewStreamableHTTPHandler: .* writes such as rename_person go on"
}
