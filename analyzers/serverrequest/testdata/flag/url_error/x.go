// with github.com/mark3labs/mcp-go@v1.2.1

// An error asks the client to open a page.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func pay(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, mcp.URLElicitationRequiredError{
		Elicitations: []mcp.ElicitationParams{{URL: "https://pay.example"}}, // want "^blocker sure main.pay: URLElicitationRequiredError.Elicitations: this sends an elicitation"
	}
}

func main() {
	s := server.NewMCPServer("pay", "1.0.0")
	s.AddTool(mcp.NewTool("pay"), pay)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
