// Annotations given as options of the constructor.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func post(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := http.Post("https://board.example/messages", "text/plain", strings.NewReader(req.GetString("text", "")))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

func main() {
	s := server.NewMCPServer("board", "1")
	s.AddTool(mcp.NewTool("board",
		mcp.WithDescription("The board"),
		mcp.WithReadOnlyHintAnnotation(true), // want "annotations of tool board: .*read-only, but it sends POST /messages"
	), post)
	s.AddTool(mcp.NewTool("board_note",
		mcp.WithToolAnnotation(mcp.ToolAnnotation{IdempotentHint: mcp.ToBoolPtr(true)}), // want "annotations of tool board_note: .*annotated idempotent"
	), post)
	server.ServeStdio(s)
}
