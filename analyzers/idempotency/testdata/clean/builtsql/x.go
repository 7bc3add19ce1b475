// The statement is made by a library from the caller's values, which is not a
// statement that the caller gives.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/Masterminds/squirrel"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID, Title string }

type app struct{ db *sql.DB }

func (a *app) manage(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	query, args, err := squirrel.Update("notes").Set("title", x.Title).Where("id = ?", x.ID).ToSql()
	if err != nil {
		return nil, nil, err
	}
	_, err = a.db.ExecContext(ctx, query, args...)
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	a := &app{}
	mcp.AddTool(s, &mcp.Tool{Name: "note_manage", Description: "Manage notes"}, a.manage)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
