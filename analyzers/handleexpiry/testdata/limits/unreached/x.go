// A removal that nobody is known to call, for plans, is enough for the rule:
// only the container that has none is reported.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type store struct {
	plans map[string]string
	runs  map[string]string // want "^medium sure main.store.runs"
}

type in struct{ ID, Text string }

func (s *store) drop(w http.ResponseWriter, r *http.Request) { delete(s.plans, r.FormValue("id")) }

func (s *store) save(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.plans[a.ID], s.runs[a.ID] = a.Text, a.Text
	return nil, nil, nil
}

func (s *store) load(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, ok := s.plans[a.ID]
	r, ok2 := s.runs[a.ID]
	if !ok || !ok2 {
		return nil, nil, errors.New("not found")
	}
	return nil, p + r, nil
}

func main() {
	s := &store{plans: map[string]string{}, runs: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "save"}, s.save)
	mcp.AddTool(srv, &mcp.Tool{Name: "load"}, s.load)
	http.HandleFunc("/debug/drop", s.drop)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
