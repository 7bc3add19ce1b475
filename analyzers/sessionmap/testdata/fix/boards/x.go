// with github.com/mark3labs/mcp-go@v1.2.1

// A type of its own keeps what a session plays, behind methods that take the id of the session. One tool begins, one fails without a
// board, one has an answer for those without, one uses the board up; the end of the session takes the board away.
package main

import (
	"context"
	"errors"
	"log"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type board struct {
	moves []string
}

type boards struct {
	mu        sync.Mutex
	bySession map[string]*board
}

func newBoards() *boards { return &boards{bySession: make(map[string]*board)} }

func (b *boards) begin(session string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bySession[session] = &board{}
}

func (b *boards) find(session string) (*board, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if x, ok := b.bySession[session]; !ok || x == nil {
		return nil, errors.New("no board in this session")
	} else {
		return x, nil
	}
}

func (b *boards) moves(session string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	x, ok := b.bySession[session]
	if !ok {
		return "nothing yet"
	}
	return strings.Join(x.moves, " ")
}

func (b *boards) last(session string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.bySession[session]
	delete(b.bySession, session)
	if x == nil || len(x.moves) == 0 {
		return "none"
	}
	return x.moves[len(x.moves)-1]
}

func (b *boards) end(session string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.bySession, session)
}

func sessionOf(ctx context.Context) string {
	if s := server.ClientSessionFromContext(ctx); s != nil {
		return s.SessionID()
	}
	return "local"
}

type tools struct{ boards *boards }

func (t *tools) begin(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("size", "8") != "8" {
		return mcp.NewToolResultError("8 is the only size"), nil
	}
	t.boards.begin(sessionOf(ctx))
	return mcp.NewToolResultText("begun"), nil
}

func (t *tools) move(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := sessionOf(ctx)
	x, err := t.boards.find(id)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	x.moves = append(x.moves, req.GetString("to", ""))
	return mcp.NewToolResultText("moved"), nil
}

func (t *tools) show(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	session := server.ClientSessionFromContext(ctx)
	return mcp.NewToolResultText(t.boards.moves(session.SessionID())), nil
}

func (t *tools) finish(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	last := "none"
	if session := server.ClientSessionFromContext(ctx); session != nil && session.SessionID() != "" {
		log.Print("finish ", session.SessionID())
		last = t.boards.last(session.SessionID())
	}
	return failure(last)
}

func failure(text string) (*mcp.CallToolResult, error) { return mcp.NewToolResultError(text), nil }

func main() {
	t := &tools{boards: newBoards()}
	hooks := &server.Hooks{}
	hooks.AddOnUnregisterSession(func(_ context.Context, s server.ClientSession) {
		t.boards.end(s.SessionID())
	})
	s := server.NewMCPServer("b", "1", server.WithHooks(hooks))
	s.AddTool(mcp.NewTool("begin", mcp.WithDescription("Begins a board.")), t.begin)
	s.AddTool(mcp.NewTool("move", mcp.WithDescription("Moves."), mcp.WithString("to", mcp.Required())), t.move)
	s.AddTool(mcp.NewTool("show", mcp.WithDescription("Shows the moves.")), t.show)
	s.AddTool(mcp.NewTool("finish", mcp.WithDescription("Says the last move.")), t.finish)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
