// with github.com/mark3labs/mcp-go@v1.2.1

// A proxy lists the tools of another server once, when it starts.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func copyTools(ctx context.Context, c *client.Client, s *server.MCPServer) error {
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return err
	}
	for _, t := range list.Tools {
		s.AddTool(t, c.CallTool) // want "^medium likely main.copyTools: lists of another server: the list of another server is copied here once"
	}
	return nil
}

func main() {
	ctx := context.Background()
	c, err := client.NewStreamableHttpClient("https://tools.example/mcp")
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("proxy", "1.0.0")
	if err := copyTools(ctx, c, s); err != nil {
		log.Print(err)
	}
	server.NewStreamableHTTPServer(s).Start(":8080")
}
