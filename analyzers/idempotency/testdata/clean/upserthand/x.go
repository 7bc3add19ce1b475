// An insert for what is not there and an update for what is.
package main

import (
	"context"
	"database/sql"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type profiles struct{ db *sql.DB }

type in struct{ Name, Text string }

func (p *profiles) insert(ctx context.Context, a in) error {
	_, err := p.db.ExecContext(ctx, "INSERT INTO profiles (name, body) VALUES ($1, $2)", a.Name, a.Text)
	return err
}

func (p *profiles) change(ctx context.Context, a in) error {
	_, err := p.db.ExecContext(ctx, "UPDATE profiles SET body = $2 WHERE name = $1", a.Name, a.Text)
	return err
}

func (p *profiles) save(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var n int
	if err := p.db.QueryRowContext(ctx, "SELECT count(*) FROM profiles WHERE name = $1", a.Name).Scan(&n); err != nil {
		return nil, nil, err
	}
	if n > 0 {
		return nil, nil, p.change(ctx, a)
	}
	return nil, nil, p.insert(ctx, a)
}

func main() {
	p := &profiles{}
	s := mcp.NewServer(&mcp.Implementation{Name: "profiles"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_profile", Description: "Creates or changes a profile."}, p.save)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
