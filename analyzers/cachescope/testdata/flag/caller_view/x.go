// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What a project shows depends on the rights of the caller, who is looked up
// deep in the code that makes the entry; the key is the project alone.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type project struct{ Name string }

type board struct{ items []string }

type server struct {
	boards sync.Map // want "^high likely main.server.boards: what is cached here depends on who calls, and the key does not"
	load   func(name string) []string
}

func (s *server) allowed(ctx context.Context, item string) bool {
	who := auth.TokenInfoFromContext(ctx)
	return who != nil && who.UserID == item
}

func (s *server) build(ctx context.Context, name string) *board {
	b := &board{}
	for _, item := range s.load(name) {
		if s.allowed(ctx, item) {
			b.items = append(b.items, item)
		}
	}
	return b
}

func (s *server) board(ctx context.Context, name string) *board {
	if v, ok := s.boards.Load(name); ok {
		return v.(*board)
	}
	b := s.build(ctx, name)
	s.boards.Store(name, b)
	return b
}

func (s *server) show(ctx context.Context, req *mcp.CallToolRequest, in project) (*mcp.CallToolResult, any, error) {
	return nil, s.board(ctx, in.Name).items, nil
}

func main() {
	srv := &server{}
	s := mcp.NewServer(&mcp.Implementation{Name: "boards"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "show_board"}, srv.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
