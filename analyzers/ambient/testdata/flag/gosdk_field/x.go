// The selected database is a field of the service: whoever selects last
// decides for everybody.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type service struct {
	mu sync.RWMutex
	db string // want "^high sure main.service.db: one request sets this value and others use it"
}

type in struct{ Name string }

func (s *service) use(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.db = a.Name
	return nil, nil, nil
}

func (s *service) query(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return nil, fmt.Sprintf("SELECT * FROM %s.%s", s.db, a.Name), nil
}

func main() {
	s := &service{db: "main"}
	srv := mcp.NewServer(&mcp.Implementation{Name: "sql"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "use"}, s.use)
	mcp.AddTool(srv, &mcp.Tool{Name: "query"}, s.query)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
