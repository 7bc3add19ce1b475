// A store behind an interface: one tool fills it, the other fails without it.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type cart struct{ lines []string }

type carts interface {
	put(id string, c *cart)
	get(id string) (*cart, error)
}

type memory struct {
	mu sync.Mutex
	m  map[string]*cart // want "^blocker sure main.memory.m: entries are keyed by the protocol session"
}

func (s *memory) put(id string, c *cart) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[id] = c
}

func (s *memory) get(id string) (*cart, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.m[id]
	if !ok {
		return nil, errors.New("no cart")
	}
	return c, nil
}

type fill struct{ SKUs []string }

type shop struct{ carts carts }

func (s *shop) fill(ctx context.Context, req *mcp.CallToolRequest, in fill) (*mcp.CallToolResult, any, error) {
	s.carts.put(req.Session.ID(), &cart{lines: in.SKUs})
	return nil, len(in.SKUs), nil
}

func (s *shop) checkout(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	c, err := s.carts.get(req.Session.ID())
	if err != nil {
		return nil, nil, err
	}
	return nil, c.lines, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	s := &shop{carts: &memory{m: map[string]*cart{}}}
	mcp.AddTool(srv, &mcp.Tool{Name: "fill_cart"}, s.fill)
	mcp.AddTool(srv, &mcp.Tool{Name: "checkout"}, s.checkout)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
