// Maps of the library, whose zero value is ready for use, with keys of a type of their own, and a loop that removes what is old.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type sessionID string

type room struct {
	Guests []string
	Since  time.Time
}

type hotel struct {
	rooms sync.Map // sessionID -> *room
	name  string
}

var bills sync.Map

type guestIn struct {
	Guest string `json:"guest"`
}

type payIn struct {
	Cash bool `json:"cash"`
}

func newHotel() *hotel {
	h := &hotel{name: "inn"}
	go func() {
		for range time.Tick(time.Minute) {
			h.rooms.Range(func(id, v any) bool {
				if time.Since(v.(*room).Since) > time.Hour {
					h.rooms.Delete(id)
				}
				return true
			})
		}
	}()
	return h
}

// of is the room of a session, which gets one if it has none.
func (h *hotel) of(id sessionID) *room {
	v, _ := h.rooms.LoadOrStore(id, &room{Since: time.Now()})
	return v.(*room)
}

func (h *hotel) checkIn(ctx context.Context, req *mcp.CallToolRequest, a guestIn) (*mcp.CallToolResult, any, error) {
	if a.Guest == "" {
		return text("nobody there"), nil, nil
	}
	r := h.of(sessionID(req.Session.ID()))
	r.Guests = append(r.Guests, a.Guest)
	return text("welcome"), nil, nil
}

func (h *hotel) checkOut(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	v, ok := h.rooms.LoadAndDelete(sessionID(req.Session.ID()))
	if !ok {
		return nil, nil, errors.New("no room")
	}
	return text(v.(*room).Guests[0]), nil, nil
}

func bill(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	bills.Store(req.Session.ID(), 7)
	return text("7"), nil, nil
}

func pay(ctx context.Context, req *mcp.CallToolRequest, a payIn) (*mcp.CallToolResult, any, error) {
	id := req.Session.ID()
	if _, ok := bills.Load(id); !ok {
		return nil, nil, errors.New("no bill")
	}
	bills.Delete(id)
	return text("paid"), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	h := newHotel()
	srv := mcp.NewServer(&mcp.Implementation{Name: "hotel"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "check_in", Description: "Checks in."}, h.checkIn)
	mcp.AddTool(srv, &mcp.Tool{Name: "check_out"}, h.checkOut)
	mcp.AddTool(srv, &mcp.Tool{Name: "bill", Description: "Writes the bill."}, bill)
	mcp.AddTool(srv, &mcp.Tool{Name: "pay"}, pay)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
