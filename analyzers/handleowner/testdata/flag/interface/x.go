// A store behind an interface that is asked by id alone.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type store interface {
	put(id, text string)
	get(id string) (string, bool)
}

type memory struct {
	mu sync.RWMutex
	m  map[string]string // want "^high likely main.memory.m: an argument alone finds this"
}

func (s *memory) put(id, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[id] = text
}

func (s *memory) get(id string) (string, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	t, ok := s.m[id]
	return t, ok
}

type in struct{ ID, Text string }

type notes struct{ store store }

func (n *notes) save(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	user := auth.TokenInfoFromContext(ctx)
	if user == nil {
		return nil, nil, errors.New("sign in")
	}
	n.store.put(a.ID, a.Text)
	return nil, nil, nil
}

func (n *notes) load(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, ok := n.store.get(a.ID)
	if !ok {
		return nil, nil, errors.New("no such note")
	}
	return nil, t, nil
}

func main() {
	n := &notes{store: &memory{m: map[string]string{}}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "save"}, n.save)
	mcp.AddTool(srv, &mcp.Tool{Name: "load"}, n.load)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
