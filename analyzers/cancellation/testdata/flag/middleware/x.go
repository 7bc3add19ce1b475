// with github.com/mark3labs/mcp-go@v1.2.1

// A middleware runs every handler under a context of its own, to which helpers
// of the program add values: what the handlers write goes on.
package main

import (
	"context"
	"database/sql"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type callerKey struct{}

func withCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerKey{}, name)
}

func slowly(limit time.Duration) server.ServerOption {
	return server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			own, cancel := context.WithTimeout(context.Background(), limit) // want "^medium sure main: writes without the context of the request: INSERT INTO notes goes on when the client of add_note has closed its stream"
			defer cancel()
			if name, ok := ctx.Value(callerKey{}).(string); ok {
				own = withCaller(own, name)
			}
			return next(own, req)
		}
	})
}

type store struct{ db *sql.DB }

func (s *store) add(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.ExecContext(ctx, "INSERT INTO notes (text) VALUES (?)", req.GetString("text", ""))
	return mcp.NewToolResultText("added"), err
}

func (s *store) count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.QueryContext(ctx, "SELECT count(*) FROM notes")
	return mcp.NewToolResultText("counted"), err
}

func main() {
	st := &store{}
	s := server.NewMCPServer("notes", "1.0.0", slowly(time.Hour))
	s.AddTool(mcp.NewTool("add_note"), st.add)
	s.AddTool(mcp.NewTool("count_notes"), st.count)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
