// with github.com/mark3labs/mcp-go@v1.2.1

// A proxy lists the tools of another server again when it says so.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func copyTools(ctx context.Context, c *client.Client, s *server.MCPServer) {
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		log.Print(err)
		return
	}
	for _, t := range list.Tools {
		s.AddTool(t, c.CallTool)
	}
}

func main() {
	ctx := context.Background()
	c, err := client.NewStreamableHttpClient("https://tools.example/mcp")
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("proxy", "1.0.0")
	c.OnNotification(func(n mcp.JSONRPCNotification) {
		if n.Method == "notifications/tools/list_changed" {
			copyTools(ctx, c, s)
		}
	})
	copyTools(ctx, c, s)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
