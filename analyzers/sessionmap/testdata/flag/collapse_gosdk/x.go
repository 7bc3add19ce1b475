// Without sessions the id is empty: one entry for everybody.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type state struct {
	ctx  map[string]string
	pins []string
}

type store struct {
	mu sync.Mutex
	m  map[string]*state // want "^blocker sure main.store.m: under the stateless transport every caller has the empty session id"
}

func (s *store) of(ss *mcp.ServerSession) *state {
	id := "default"
	if ss != nil && ss.ID() != "" {
		id = ss.ID()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m[id] == nil {
		s.m[id] = &state{ctx: map[string]string{}}
	}
	return s.m[id]
}

type pair struct{ Key, Value string }

func main() {
	st := &store{m: map[string]*state{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remember"}, func(ctx context.Context, req *mcp.CallToolRequest, in pair) (*mcp.CallToolResult, any, error) {
		st.of(req.Session).ctx[in.Key] = in.Value
		return nil, nil, nil
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "recall"}, func(ctx context.Context, req *mcp.CallToolRequest, in pair) (*mcp.CallToolResult, any, error) {
		return nil, st.of(req.Session).ctx[in.Key], nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
