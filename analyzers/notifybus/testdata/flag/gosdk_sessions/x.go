// Sessions by resource, walked when it changes.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type subscriptions struct {
	mu sync.Mutex
	m  map[string][]*mcp.ServerSession // want "^high sure main.subscriptions.m: subscribers are kept in this process"
}

func (s *subscriptions) add(ctx context.Context, req *mcp.SubscribeRequest) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[req.Params.URI] = append(s.m[req.Params.URI], req.Session)
	return nil
}

func (s *subscriptions) changed(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, sessions := range s.m {
		for _, ss := range sessions {
			ss.Log(r.Context(), &mcp.LoggingMessageParams{Data: uri})
		}
	}
}

func main() {
	s := &subscriptions{m: map[string][]*mcp.ServerSession{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, &mcp.ServerOptions{SubscribeHandler: s.add})
	http.HandleFunc("/changed", s.changed)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
