// A field that one tool moves on.
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
	offset int // of the next page
}

type pageIn struct {
	Size int `json:"size"`
}

type pageOut struct {
	Rows []string `json:"rows"`
}

func (s *search) next(_ context.Context, req *mcp.CallToolRequest, a pageIn) (*mcp.CallToolResult, pageOut, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	end := min(s.offset+a.Size, len(s.rows))
	page := s.rows[s.offset:end]
	s.offset = end
	return nil, pageOut{Rows: page}, nil
}

func main() {
	s := &search{rows: make([]string, 100)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "search"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "next_page"}, s.next)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
