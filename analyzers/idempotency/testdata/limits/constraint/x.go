// The table has a unique index on room and day, made by a migration elsewhere:
// the second INSERT is refused. The statement does not say so, and the rule
// reads only the statement.
package main

import (
	"context"
	"database/sql"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Room, Day string }

var db *sql.DB

func book(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "INSERT INTO bookings (room, day) VALUES ($1, $2)", a.Room, a.Day) // want "tool book: "
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "rooms"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "book"}, book)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
