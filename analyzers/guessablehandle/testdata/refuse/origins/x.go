// Ids whose making is not one expression, or serves something else.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type shop struct {
	mu     sync.Mutex
	seq    atomic.Int64
	next   int
	orders map[string]string // refuse "is read at line .* as well"
	carts  map[string]string // refuse "has several origins"
	wishes map[string]string // refuse "x.go:.* knows the id wish-2"
}

type in struct{ ID, Text string }

func (s *shop) order(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := fmt.Sprintf("order-%d", s.seq.Add(1))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders[id] = a.Text
	return nil, fmt.Sprint(id, " of ", s.seq.Load()), nil
}

func (s *shop) cart(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	id := fmt.Sprintf("cart-%d", s.next)
	if len(s.carts) > 100 {
		id = fmt.Sprintf("late-%d", s.next)
	}
	s.carts[id] = a.Text
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
	return nil, o, nil
}

func (s *shop) fill(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.carts[a.ID]
	if !ok {
		return nil, nil, errors.New("no such cart")
	}
	delete(s.carts, a.ID)
	return nil, c, nil
}

func (s *shop) wish(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := fmt.Sprintf("wish-%d", len(s.wishes))
	s.wishes[id] = a.Text
	return nil, id, nil
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

func main() {
	s := &shop{orders: map[string]string{}, carts: map[string]string{}, wishes: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "order"}, s.order)
	mcp.AddTool(srv, &mcp.Tool{Name: "cart"}, s.cart)
	mcp.AddTool(srv, &mcp.Tool{Name: "pay"}, s.pay)
	mcp.AddTool(srv, &mcp.Tool{Name: "fill"}, s.fill)
	mcp.AddTool(srv, &mcp.Tool{Name: "wish"}, s.wish)
	mcp.AddTool(srv, &mcp.Tool{Name: "grant", Description: "Grants a wish, such as wish-2."}, s.grant)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
