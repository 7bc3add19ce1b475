// The server remembers where the next page starts.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type search struct {
	mu     sync.Mutex
	rows   []string
	offset int // refuse "2 tools share the position"
}

func (s *search) next(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	end := min(s.offset+10, len(s.rows))
	page := s.rows[s.offset:end]
	s.offset = end
	return nil, page, nil
}

func (s *search) rewind(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offset = 0
	return nil, nil, nil
}

func main() {
	s := &search{rows: make([]string, 100)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "search"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "next_page"}, s.next)
	mcp.AddTool(srv, &mcp.Tool{Name: "rewind"}, s.rewind)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
