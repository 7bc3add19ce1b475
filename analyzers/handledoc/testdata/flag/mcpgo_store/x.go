// with github.com/mark3labs/mcp-go@v1.2.1

// The lookup is a method of a store, the answer is made in the handler, and
// the error alone says what to do.
package main

import (
	"context"
	"crypto/rand"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type query struct{ text string }

type store struct {
	mu      sync.Mutex
	queries map[string]*query // want "^low sure main.store.queries: prepare hands out a handle, and its description says nothing of how long it is good for$"
}

func (s *store) add(q *query) string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queries[id] = q
	return id
}

func (s *store) get(id string) (*query, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q, ok := s.queries[id]
	return q, ok
}

func (s *store) prepare(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(s.add(&query{req.GetString("text", "")})), nil
}

func (s *store) run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q, ok := s.get(req.GetString("query_id", ""))
	if !ok {
		return mcp.NewToolResultError("this query is not known here: call prepare for a new one"), nil
	}
	return mcp.NewToolResultText(q.text), nil
}

func main() {
	st := &store{queries: map[string]*query{}}
	s := server.NewMCPServer("queries", "1.0.0")
	s.AddTool(mcp.NewTool("prepare", mcp.WithDescription("Prepares a query and returns its id.")), st.prepare)
	s.AddTool(mcp.NewTool("run"), st.run)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
