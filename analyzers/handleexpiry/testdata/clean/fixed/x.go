// Keys from a fixed set, and a registry of start-up.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type settings struct {
	mu sync.Mutex
	m  map[string]string
}

type in struct{ Value string }

func (s *settings) set(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m["theme"] = a.Value
	return nil, nil, nil
}

func (s *settings) get(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.m["theme"]
	if !ok {
		return nil, nil, errors.New("no theme")
	}
	return nil, v + s.m["home"], nil
}

func main() {
	s := &settings{m: map[string]string{"home": os.Getenv("HOME")}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "settings"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "set"}, s.set)
	mcp.AddTool(srv, &mcp.Tool{Name: "get"}, s.get)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
