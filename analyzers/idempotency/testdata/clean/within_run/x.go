// with github.com/mark3labs/mcp-go@v1.2.1

// The client runs a function of the server while it is connected; what that
// function does is to set a draft.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"tracker.example/client"
)

type desk struct{ url string }

func (d *desk) draft(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := client.New(d.url)
	err := c.Run(context.Background(), func(ctx context.Context) error {
		return c.SaveDraft(ctx, req.GetString("ticket", ""), req.GetString("text", ""))
	})
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("saved"), nil
}

func main() {
	d := &desk{url: "https://tracker.example"}
	s := server.NewMCPServer("desk", "1.0.0")
	s.AddTool(mcp.NewTool("send_draft", mcp.WithDescription("Send a draft to a ticket")), d.draft)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
