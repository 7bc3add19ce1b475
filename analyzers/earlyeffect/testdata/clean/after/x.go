// The write comes after the answer; before it there are reads, a lock that is
// given back, a goroutine that is waited for, and a value that is set.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type booking struct{ Room string }

type hotel struct {
	db   *sql.DB
	mu   sync.Mutex
	last string
}

func (h *hotel) free(ctx context.Context, room string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	var n int
	err := h.db.QueryRowContext(ctx, "SELECT count(*) FROM bookings WHERE room = ?", room).Scan(&n)
	return err == nil && n == 0
}

func (h *hotel) book(ctx context.Context, req *mcp.CallToolRequest, in booking) (*mcp.CallToolResult, any, error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		_ = h.db.PingContext(ctx)
	}()
	wg.Wait()
	if !h.free(ctx, in.Room) {
		return nil, "taken", nil
	}
	if _, ok := req.Params.InputResponses["confirm"]; !ok {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"confirm": &mcp.ElicitParams{Message: "Book it?"}}}, nil, nil
	}
	_, err := h.db.ExecContext(ctx, "INSERT INTO bookings (room) VALUES (?)", in.Room)
	return nil, "booked", err
}

func main() {
	h := &hotel{}
	s := mcp.NewServer(&mcp.Implementation{Name: "hotel"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "book_room"}, h.book)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
