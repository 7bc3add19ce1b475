// Ids from the time and from counters, made in other places than where they are
// used.
package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type order struct {
	ID   string
	Text string
}

type shop struct {
	mu     sync.Mutex
	seq    atomic.Int64
	made   atomic.Int64
	orders map[string]*order
	carts  sync.Map
	wishes map[string]string
	gifts  map[string]string
}

type in struct{ ID, Kind, Text string }

func (s *shop) order(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	o := &order{ID: fmt.Sprintf("order_%d_%04d", time.Now().UnixNano(), s.seq.Add(1)), Text: a.Text}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders[o.ID] = o
	return nil, o.ID, nil
}

func cartID() string { return "cart-" + time.Now().Format("20060102150405") }

func (s *shop) cart(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := cartID()
	s.carts.Store(id, a.Text)
	return nil, id, nil
}

func (s *shop) keep(id, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wishes[id] = text
}

func (s *shop) wish(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	n := s.made.Add(1)
	id := fmt.Sprintf("wish-%d", n)
	s.keep(id, a.Text)
	return nil, fmt.Sprint(id, " of ", s.made.Load()), nil
}

func (s *shop) gift(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := fmt.Sprintf("%06x.gift", rand.Intn(1<<24))
	s.mu.Lock()
	s.gifts[id] = a.Text
	s.mu.Unlock()
	return nil, id, nil
}

func (s *shop) pay(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.orders[a.ID]
	if !ok {
		return nil, nil, errors.New("no such order")
	}
	delete(s.orders, a.ID)
	return nil, o.Text, nil
}

func (s *shop) fill(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	c, ok := s.carts.LoadAndDelete(a.ID)
	if !ok {
		return nil, nil, errors.New("no such cart")
	}
	return nil, c, nil
}

func (s *shop) grant(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w, ok := s.wishes[a.ID]
	if !ok {
		return nil, nil, errors.New("no such wish")
	}
	delete(s.wishes, a.ID)
	return nil, w, nil
}

func (s *shop) open(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.gifts[a.ID]
	if !ok {
		return nil, nil, errors.New("no such gift")
	}
	delete(s.gifts, a.ID)
	return nil, g, nil
}

func main() {
	s := &shop{orders: map[string]*order{}, wishes: map[string]string{}, gifts: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "order"}, s.order)
	mcp.AddTool(srv, &mcp.Tool{Name: "cart"}, s.cart)
	mcp.AddTool(srv, &mcp.Tool{Name: "wish"}, s.wish)
	mcp.AddTool(srv, &mcp.Tool{Name: "gift"}, s.gift)
	mcp.AddTool(srv, &mcp.Tool{Name: "pay"}, s.pay)
	mcp.AddTool(srv, &mcp.Tool{Name: "fill"}, s.fill)
	mcp.AddTool(srv, &mcp.Tool{Name: "grant"}, s.grant)
	mcp.AddTool(srv, &mcp.Tool{Name: "open"}, s.open)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
