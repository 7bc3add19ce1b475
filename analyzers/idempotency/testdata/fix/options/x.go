// A tool that is described by options, and whose handler is a closure.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("mail", "1.0.0")
	tool := mcp.NewTool("send_mail",
		mcp.WithDescription("Sends a mail."), // to anybody
	)
	s.AddTool(tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := http.Post("https://api.example.com/mails", "text/plain", strings.NewReader(req.GetString("text", "")))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(res.Status), res.Body.Close()
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
