// A statement that the caller gives, in a transaction that may write and is
// committed: asking needs no commit.
package main

import (
	"context"
	"database/sql"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ SQL string }

type settings struct{ ReadOnly bool }

type base struct {
	db  *sql.DB
	cfg settings
}

func (b *base) ask(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	tx, err := b.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: b.cfg.ReadOnly})
	if err != nil {
		return nil, nil, err
	}
	defer tx.Commit()
	rows, err := tx.QueryContext(ctx, a.SQL) // want "^high likely tool query: .*the statement that it is given runs twice"
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func main() {
	b := &base{}
	s := mcp.NewServer(&mcp.Implementation{Name: "base"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "query", Description: "Queries the database."}, b.ask)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
