// What is created is looked up by name first.
package main

import (
	"context"
	"database/sql"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"tracker.example/client"
)

var (
	c  = client.New("https://tracker.example")
	db *sql.DB
)

type in struct{ Title string }

func once(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := c.FindTicket(ctx, a.Title)
	if err != nil {
		return nil, nil, err
	}
	if t != nil {
		return nil, t, nil
	}
	t, err = c.CreateTicket(ctx, a.Title)
	return nil, t, err
}

type rooms struct{ db *sql.DB }

func (r *rooms) findRoom(ctx context.Context, name string) (id int, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT id FROM rooms WHERE name = $1", name).Scan(&id)
	return id, err
}

func (r *rooms) ensure(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := r.findRoom(ctx, a.Title)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = r.db.ExecContext(ctx, "INSERT INTO rooms (name) VALUES ($1)", a.Title)
	}
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "looked"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_ticket", Description: "Creates a ticket unless there is one."}, once)
	mcp.AddTool(s, &mcp.Tool{Name: "add_room", Description: "Adds a room."}, (&rooms{db}).ensure)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
