// with github.com/mark3labs/mcp-go@v1.2.1

// The server asks, behind an interface of the program.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type asker interface {
	ask(ctx context.Context, question string) (bool, error)
}

type elicitor struct{ s *server.MCPServer }

func (e *elicitor) ask(ctx context.Context, question string) (bool, error) {
	res, err := e.s.RequestElicitation(ctx, mcp.ElicitationRequest{Params: mcp.ElicitationParams{Message: question}}) // want "^blocker sure main.*ask: MCPServer.RequestElicitation"
	if err != nil {
		return false, err
	}
	return res.Action == "accept", nil
}

func remove(a asker) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ok, err := a.ask(ctx, "sure?")
		if err != nil || !ok {
			return mcp.NewToolResultError("declined"), nil
		}
		return mcp.NewToolResultText("deleted"), nil
	}
}

func main() {
	s := server.NewMCPServer("rm", "1.0.0", server.WithElicitation())
	s.AddTool(mcp.NewTool("remove"), remove(&elicitor{s}))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
