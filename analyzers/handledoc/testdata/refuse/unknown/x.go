// Baskets are swept after two hours, and nobody is told.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type basket struct {
	items []string
	made  time.Time
}

type shop struct {
	mu      sync.Mutex
	baskets map[string]*basket // refuse "entries leave by themselves"
}

type put struct{ Basket, Item string }

func (s *shop) open(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.baskets[id] = &basket{made: time.Now()}
	return nil, id, nil
}

func (s *shop) put(ctx context.Context, req *mcp.CallToolRequest, in put) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.baskets[in.Basket]
	if !ok {
		return nil, nil, fmt.Errorf("basket %s not found", in.Basket)
	}
	b.items = append(b.items, in.Item)
	return nil, len(b.items), nil
}

func (s *shop) sweep() {
	for range time.Tick(time.Minute) {
		s.mu.Lock()
		for id, b := range s.baskets {
			if time.Since(b.made) > 2*time.Hour {
				delete(s.baskets, id)
			}
		}
		s.mu.Unlock()
	}
}

func main() {
	sh := &shop{baskets: map[string]*basket{}}
	go sh.sweep()
	s := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "open_basket", Description: "Opens a basket."}, sh.open)
	mcp.AddTool(s, &mcp.Tool{Name: "put_item", Description: "Puts an item into a basket."}, sh.put)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
