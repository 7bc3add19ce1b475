// The table refuses a second row, and the code says so.
package main

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Slug string }

var (
	db       *sql.DB
	errTaken = errors.New("taken")
)

func isUniqueViolation(err error) bool { return strings.Contains(err.Error(), "UNIQUE") }

func insert(ctx context.Context, slug string) error {
	_, err := db.ExecContext(ctx, "INSERT INTO projects (slug) VALUES (?)", slug)
	if err != nil && isUniqueViolation(err) {
		return errTaken
	}
	return err
}

func create(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, insert(ctx, a.Slug)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "projects"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_project", Description: "Creates a project."}, create)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
