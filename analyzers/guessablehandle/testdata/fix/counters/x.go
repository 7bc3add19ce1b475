// Ids that count up, with and without a word in front.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type shop struct {
	mu     sync.Mutex
	next   int
	total  int
	orders map[string]string
	carts  map[string]string
}

type in struct{ ID, Text string }

func (s *shop) order(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	id := "order-" + strconv.Itoa(s.next)
	s.orders[id] = a.Text
	return nil, id, nil
}

func (s *shop) cart(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total++ // carts so far
	id := fmt.Sprintf("c%d", s.total)
	s.carts[id] = a.Text
	return nil, fmt.Sprint(id, " of ", s.total), nil
}

func (s *shop) pay(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	order, ok := s.orders[a.ID]
	cart, ok2 := s.carts[a.ID]
	if !ok && !ok2 {
		return nil, nil, errors.New("no such thing")
	}
	delete(s.orders, a.ID)
	delete(s.carts, a.ID)
	return nil, order + cart, nil
}

func main() {
	s := &shop{orders: map[string]string{}, carts: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "order"}, s.order)
	mcp.AddTool(srv, &mcp.Tool{Name: "cart"}, s.cart)
	mcp.AddTool(srv, &mcp.Tool{Name: "pay"}, s.pay)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
