// A statement that the caller gives, in a transaction that cannot write or is not
// committed, or one that a check lets pass only if it reads.
package main

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ SQL string }

var db *sql.DB

func ask(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	rows, err := tx.QueryContext(ctx, a.SQL)
	if err != nil {
		return nil, nil, err
	}
	rows.Close()
	return nil, nil, tx.Commit()
}

func show(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	tx, err := db.Begin()
	if err != nil {
		return nil, nil, err
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(ctx, a.SQL)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func find(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !strings.HasPrefix(strings.ToUpper(a.SQL), "SELECT") {
		return nil, nil, errors.New("only SELECT")
	}
	_, err := db.ExecContext(ctx, a.SQL)
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "base"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "query", Description: "Queries the database."}, ask)
	mcp.AddTool(s, &mcp.Tool{Name: "show", Description: "Shows what a query finds."}, show)
	mcp.AddTool(s, &mcp.Tool{Name: "query_rows", Description: "Queries rows.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, find)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
