// Sessions are kept for old clients only; new ones bring a handle.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Handle, Text string }

type notes interface {
	get(ctx context.Context, handle string) (string, error)
	put(ctx context.Context, handle, text string) error
}

type legacy struct {
	mu sync.Mutex
	m  map[string]string
}

type server struct {
	shared notes
	old    *legacy
}

func (s *server) write(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if req.ProtocolVersion() >= "2026-07-28" {
		return nil, nil, s.shared.put(ctx, a.Handle, a.Text)
	}
	s.old.mu.Lock()
	defer s.old.mu.Unlock()
	s.old.m[req.Session.ID()] = a.Text
	return nil, nil, nil
}

func (s *server) read(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if req.ProtocolVersion() >= "2026-07-28" {
		text, err := s.shared.get(ctx, a.Handle)
		return nil, text, err
	}
	s.old.mu.Lock()
	defer s.old.mu.Unlock()
	return nil, s.old.m[req.Session.ID()], nil
}

func run(shared notes) {
	s := &server{shared: shared, old: &legacy{m: map[string]string{}}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, s.write)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, s.read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}

func main() { run(nil) }
