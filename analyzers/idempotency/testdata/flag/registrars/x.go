// Tools stand in a table, and the function that registers one is found in a map
// by another column of its row.
package main

import (
	"context"
	"net/http"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type row struct {
	Name, Action, About string
	Description         string
}

var rows = append(reading, writing...)

var reading = []row{
	{Name: "room_list", Action: "Rooms", About: "rooms", Description: "Lists the rooms."},
	{Name: "guest_list", Action: "Guests", About: "guests", Description: "Lists the guests."},
}

var writing = []row{
	{Name: "room_book", Action: "Book", About: "rooms", Description: "Books a room."},
}

type hotel struct{ base string }

type (
	who  struct{ Guest string }
	what struct{ Room string }
)

func (h *hotel) Rooms(ctx context.Context, a what) (string, error) {
	_, err := http.Get(h.base + "/rooms")
	return "", err
}

func (h *hotel) Guests(ctx context.Context, a who) (string, error) {
	_, err := http.Get(h.base + "/guests")
	return "", err
}

func (h *hotel) Book(ctx context.Context, a what) (string, error) {
	_, err := http.PostForm("https://hotel.example/bookings", url.Values{"room": {a.Room}}) // want "^high sure tool room_book: .*POST /bookings is sent twice"
	return "", err
}

var registrars = map[string]func(*hotel, *mcp.Server, *mcp.Tool){
	"Rooms":  func(h *hotel, s *mcp.Server, t *mcp.Tool) { register(s, t, h.Rooms) },
	"Guests": func(h *hotel, s *mcp.Server, t *mcp.Tool) { register(s, t, h.Guests) },
	"Book":   func(h *hotel, s *mcp.Server, t *mcp.Tool) { register(s, t, h.Book) },
}

func register[A any](s *mcp.Server, t *mcp.Tool, do func(context.Context, A) (string, error)) {
	mcp.AddTool(s, t, func(ctx context.Context, _ *mcp.CallToolRequest, a A) (*mcp.CallToolResult, any, error) {
		text, err := do(ctx, a)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, err
	})
}

func main() {
	h := &hotel{"https://hotel.example"}
	s := mcp.NewServer(&mcp.Implementation{Name: "hotel"}, nil)
	for _, r := range rows {
		if f, ok := registrars[r.Action]; ok {
			f(h, s, &mcp.Tool{Name: r.Name, Description: r.Description})
		}
	}
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
