// A reservation is inserted, then the client is asked whether it wants it.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type booking struct{ Room string }

type hotel struct{ db *sql.DB }

func (h *hotel) book(ctx context.Context, req *mcp.CallToolRequest, in booking) (*mcp.CallToolResult, any, error) {
	if _, err := h.db.ExecContext(ctx, "INSERT INTO bookings (room) VALUES (?)", in.Room); err != nil { // want "^high sure tool book_room: before book_room asks the client for input it runs INSERT INTO bookings"
		return nil, nil, err
	}
	if _, ok := req.Params.InputResponses["confirm"]; !ok {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"confirm": &mcp.ElicitParams{Message: "Book it?"}}}, nil, nil
	}
	return nil, "booked", nil
}

func main() {
	h := &hotel{}
	s := mcp.NewServer(&mcp.Implementation{Name: "hotel"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "book_room"}, h.book)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
