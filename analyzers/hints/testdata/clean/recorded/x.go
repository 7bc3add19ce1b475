// A tool that only reads leaves a record of its use.
package main

import (
	"context"
	"database/sql"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID string }

type recorder struct{ db *sql.DB }

func (r *recorder) used(ctx context.Context, kind, id string) error {
	_, err := r.db.ExecContext(ctx, `INSERT INTO events (kind, item) VALUES (?, ?)`, kind, id)
	return err
}

type notes struct {
	db  *sql.DB
	rec *recorder
}

func (n *notes) read(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var text string
	if err := n.db.QueryRowContext(ctx, `SELECT body FROM notes WHERE id = ?`, a.ID).Scan(&text); err != nil {
		return nil, nil, err
	}
	return nil, text, n.rec.used(ctx, "read", a.ID)
}

func (n *notes) stats(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if _, err := n.db.ExecContext(ctx, `DELETE FROM usage_stats`); err != nil {
		return nil, nil, err
	}
	_, err := n.db.ExecContext(ctx, `INSERT INTO usage_stats (item, n) SELECT item, count(*) FROM events GROUP BY item`)
	return nil, nil, err
}

func main() {
	n := &notes{}
	s := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "note_read", Description: "Reads a note.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, n.read)
	mcp.AddTool(s, &mcp.Tool{Name: "usage", Description: "Shows the use.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, n.stats)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
