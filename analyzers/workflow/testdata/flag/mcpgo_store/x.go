// with github.com/mark3labs/mcp-go@v1.2.1

// A store behind an interface in a package of its own; a helper registers.
package main

import (
	"context"

	"example.com/app/memory"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type notes interface {
	Save(name, text string)
	Load(name string) (string, bool)
}

// add registers a tool that answers with text.
func add(s *server.MCPServer, name string, f func(req mcp.CallToolRequest) (string, error)) {
	s.AddTool(mcp.NewTool(name), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := f(req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(text), nil
	})
}

type missing string

func (m missing) Error() string { return "no note " + string(m) }

func register(s *server.MCPServer, n notes) {
	add(s, "save_note", func(req mcp.CallToolRequest) (string, error) {
		n.Save(req.GetString("name", ""), req.GetString("text", ""))
		return "saved", nil
	})
	add(s, "load_note", func(req mcp.CallToolRequest) (string, error) {
		name := req.GetString("name", "")
		text, ok := n.Load(name)
		if !ok {
			return "", missing(name)
		}
		return text, nil
	})
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	register(s, memory.New())
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
