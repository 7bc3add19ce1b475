// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A cache in front of a table that all replicas share: whoever writes an entry
// writes the row, and what is not here is read from there.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type places struct {
	db   *sql.DB
	near sync.Map
}

func (p *places) set(ctx context.Context, session, place string) error {
	p.near.Store(session, place)
	_, err := p.db.ExecContext(ctx, "INSERT INTO places (session, place) VALUES ($1, $2) ON CONFLICT (session) DO UPDATE SET place = $2", session, place)
	return err
}

func (p *places) get(ctx context.Context, session string) (string, error) {
	if v, ok := p.near.Load(session); ok {
		return v.(string), nil
	}
	var place string
	if err := p.db.QueryRowContext(ctx, "SELECT place FROM places WHERE session = $1", session).Scan(&place); err != nil {
		return "", err
	}
	p.near.Store(session, place)
	return place, nil
}

type choice struct{ Place string }

func main() {
	db, _ := sql.Open("postgres", "")
	p := &places{db: db}
	srv := mcp.NewServer(&mcp.Implementation{Name: "weather"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "choose"}, func(ctx context.Context, req *mcp.CallToolRequest, in choice) (*mcp.CallToolResult, any, error) {
		return nil, nil, p.set(ctx, req.Session.ID(), in.Place)
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "weather"}, func(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
		place, err := p.get(ctx, req.Session.ID())
		return nil, place, err
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
