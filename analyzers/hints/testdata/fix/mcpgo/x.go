// The same with an option.
package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodDelete, "https://notes.example/v1/notes/"+req.GetString("id", ""), nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("deleted"), res.Body.Close()
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("delete_note", mcp.WithReadOnlyHintAnnotation(true)), remove)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
