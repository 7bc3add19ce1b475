// with github.com/mark3labs/mcp-go@v1.2.1

// An option with a store of the program's own.
package main

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/server"
)

type store struct {
	mu     sync.Mutex
	events map[string][]json.RawMessage
}

func (s *store) StoreEvent(ctx context.Context, session, stream string, msg json.RawMessage) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events[stream] = append(s.events[stream], msg)
	return stream, nil
}

func (s *store) PurgeSession(ctx context.Context, session string) error { return nil }

func main() {
	st := &store{events: map[string][]json.RawMessage{}}
	s := server.NewMCPServer("x", "1.0.0")
	server.NewStreamableHTTPServer(s, server.WithEventStore(st)).Start(":8080") // want "^medium sure main.main: WithEventStore"
}
