// A position inside an entry of a map belongs to the map, which workflow
// reports: this rule only sees single values.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type query struct {
	rows []string
	next int
}

type service struct {
	queries  map[string]*query
	position int // want "^high sure main.service.position"
}

type in struct{ ID string }

func (s *service) open(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.queries[a.ID] = &query{}
	s.position++
	return nil, s.position, nil
}

func (s *service) more(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	q, ok := s.queries[a.ID]
	if !ok {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	row := q.rows[q.next]
	q.next++
	return nil, row, nil
}

func main() {
	s := &service{queries: map[string]*query{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "sql"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "open"}, s.open)
	mcp.AddTool(srv, &mcp.Tool{Name: "more"}, s.more)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
