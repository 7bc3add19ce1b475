package fix

import (
	"regexp"
	"strings"
	"testing"
)

// hotel keeps rooms in a map of the library, seats under the sessions themselves, and lockers in a generic container of its own.
const hotel = `package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type room struct{ Guests []string }

type seat struct{ Row int }

type shelf[V any] struct {
	mu    sync.Mutex
	items map[string]V
}

func newShelf[V any]() *shelf[V] { return &shelf[V]{items: map[string]V{}} }

func (s *shelf[V]) put(key string, value V) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[key] = value
}

func (s *shelf[V]) get(key string) (V, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.items[key]
	return v, ok
}

type hotel struct {
	rooms   sync.Map
	mu      sync.Mutex
	seats   map[*mcp.ServerSession]*seat
	lockers *shelf[seat]
}

type guestIn struct {
	Guest string ` + "`json:\"guest\"`" + `
}

type rowIn struct {
	Row int ` + "`json:\"row\"`" + `
}

func (h *hotel) checkIn(ctx context.Context, req *mcp.CallToolRequest, a guestIn) (*mcp.CallToolResult, any, error) {
	if a.Guest == "" {
		return text("nobody there"), nil, nil
	}
	v, _ := h.rooms.LoadOrStore(req.Session.ID(), &room{})
	r := v.(*room)
	r.Guests = append(r.Guests, a.Guest)
	return text("welcome"), nil, nil
}

func (h *hotel) checkOut(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	v, ok := h.rooms.LoadAndDelete(req.Session.ID())
	if !ok {
		return nil, nil, errors.New("no room")
	}
	return text("[" + strings.Join(v.(*room).Guests, " ") + "]"), nil, nil
}

func (h *hotel) sit(ctx context.Context, req *mcp.CallToolRequest, a rowIn) (*mcp.CallToolResult, any, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seats[req.Session] == nil {
		go func() {
			_ = req.Session.Wait()
			h.mu.Lock()
			defer h.mu.Unlock()
			delete(h.seats, req.Session)
		}()
	}
	h.seats[req.Session] = &seat{Row: a.Row}
	return text("sit down"), nil, nil
}

func (h *hotel) where(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s, ok := h.seats[req.Session]
	if !ok {
		return nil, nil, errors.New("no seat")
	}
	return text("row " + strconv.Itoa(s.Row)), nil, nil
}

func (h *hotel) lock(ctx context.Context, req *mcp.CallToolRequest, a rowIn) (*mcp.CallToolResult, any, error) {
	h.lockers.put(req.Session.ID(), seat{Row: a.Row})
	return text("locked"), nil, nil
}

func (h *hotel) unlock(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	l, ok := h.lockers.get(req.Session.ID())
	if !ok {
		return nil, nil, errors.New("no locker")
	}
	return text("locker " + strconv.Itoa(l.Row)), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	h := &hotel{seats: map[*mcp.ServerSession]*seat{}, lockers: newShelf[seat]()}
	srv := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "check_in", Description: "Check in."}, h.checkIn)
	mcp.AddTool(srv, &mcp.Tool{Name: "check_out", Description: "Check out."}, h.checkOut)
	mcp.AddTool(srv, &mcp.Tool{Name: "sit", Description: "Take a seat."}, h.sit)
	mcp.AddTool(srv, &mcp.Tool{Name: "where", Description: "Say where the seat is."}, h.where)
	mcp.AddTool(srv, &mcp.Tool{Name: "lock", Description: "Lock a locker."}, h.lock)
	mcp.AddTool(srv, &mcp.Tool{Name: "unlock", Description: "Unlock it."}, h.unlock)
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
`

// What sync.Map, a map from sessions and a generic container held goes on at another replica; a call that makes nothing hands out no
// handle.
func TestKindsReplicas(t *testing.T) {
	dir := module(t, map[string]string{"main.go": hotel})
	withHandles(t, dir, "sqlite")
	o := at(dir)
	o.Review = true
	o.Rules = []string{"sessionmap", "statefultransport"}
	res := run1(t, o)
	contains(t, "applied", res.Applied, "sessionmap: moves it", "sessionmap: moves it", "sessionmap: moves it", "statefultransport: serves without sessions")
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if again := run1(t, o); len(again.Files) > 0 {
		t.Errorf("a second run changes %s", again.Files[0].Diff(again.Root))
	}
	command(t, dir, nil, "go", "vet", ".")
	a, b := two(t, built(t, dir))
	if got := a.call(t, "check_in", map[string]any{"guest": ""}); !strings.Contains(got, "nobody there") || strings.Contains(got, "room_id") {
		t.Errorf("a handle for nothing: %s", got)
	}
	handle := func(name, answer string) string {
		t.Helper()
		id := regexp.MustCompile(name + `: (\w{26,})`).FindStringSubmatch(answer)
		if id == nil {
			t.Fatalf("no %s in %s", name, answer)
		}
		return id[1]
	}
	room := handle("room_id", a.call(t, "check_in", map[string]any{"guest": "ada"}))
	b.says(t, "check_in", map[string]any{"guest": "bob", "room_id": room}, "welcome")
	seat := handle("seat_id", a.call(t, "sit", map[string]any{"row": 7}))
	locker := handle("seat_id", a.call(t, "lock", map[string]any{"row": 3}))
	a.kill()
	b.says(t, "check_out", map[string]any{"room_id": room}, "[ada bob]")
	b.says(t, "check_out", map[string]any{"room_id": room}, "call check_in for a new one")
	b.says(t, "where", map[string]any{"seat_id": seat}, "row 7")
	b.says(t, "unlock", map[string]any{"seat_id": locker}, "locker 3")
	b.says(t, "unlock", map[string]any{"seat_id": seat}, "no such seat")
}
