// with github.com/mark3labs/mcp-go@v1.2.1

// Events of the application in a store of its own.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// EventStore keeps what happened to orders.
type EventStore struct{ db *sql.DB }

// StoreEvent appends an event.
func (s *EventStore) StoreEvent(ctx context.Context, order, kind string) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO events (order_id, kind) VALUES ($1, $2)", order, kind)
	return err
}

func main() {
	db, _ := sql.Open("postgres", "")
	es := &EventStore{db}
	s := server.NewMCPServer("orders", "1.0.0")
	s.AddTool(mcp.NewTool("ship"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := es.StoreEvent(ctx, req.GetString("order", ""), "shipped"); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("shipped"), nil
	})
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
