// Tools whose description is not written for them alone, or whose schema is a text.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A schema that is a text.
func create(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := http.Post("https://notes.example/v1/notes", "text/plain", strings.NewReader(req.GetString("text", ""))) // refuse "a schema of its own"
	return mcp.NewToolResultText(""), err
}

// A function that makes the tools of a kind, without their options.
func add(s *server.MCPServer, name string, handler server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool(name, mcp.WithDescription("Does it.")), handler)
}

func send(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := http.Post("https://notes.example/v1/mails", "text/plain", nil) // refuse "is that of several tools"
	return mcp.NewToolResultText(""), err
}

func order(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := http.Post("https://notes.example/v1/orders", "text/plain", nil) // refuse "is that of several tools"
	return mcp.NewToolResultText(""), err
}

// A schema in a variable that others use as well.
var schema = mcp.ToolInputSchema{Type: "object", Properties: map[string]any{"text": map[string]any{"type": "string"}}}

func task(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := http.Post("https://notes.example/v1/tasks", "text/plain", nil) // refuse "which is no literal with its properties"
	return mcp.NewToolResultText(""), err
}

// A type of handler that the module has declared.
type handler func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)

func with(s *server.MCPServer, tool mcp.Tool, h handler) {
	s.AddTool(tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return h(ctx, req) })
}

func report(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := http.Post("https://notes.example/v1/reports", "text/plain", nil) // refuse "a type of its own"
	return mcp.NewToolResultText(""), err
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewToolWithRawSchema("create_note", "Creates a note.", []byte(`{"type":"object"}`)), create)
	add(s, "send_mail", send)
	add(s, "create_order", order)
	s.AddTool(mcp.Tool{Name: "create_task", InputSchema: schema}, task)
	s.AddTool(mcp.Tool{Name: "show_task", InputSchema: schema}, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
	with(s, mcp.NewTool("send_report"), report)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
