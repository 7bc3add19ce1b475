// with github.com/mark3labs/mcp-go@v1.2.1

// A gateway makes one handshake with its upstream and keeps the session for
// everybody.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type gateway struct {
	upstream *client.Client // want "^medium likely main.gateway.upstream: the handshake with another server is made once"
}

func (g *gateway) start(ctx context.Context) error {
	var req mcp.InitializeRequest
	req.Params.ClientInfo.Name = "gateway"
	_, err := g.upstream.Initialize(ctx, req)
	return err
}

func (g *gateway) forward(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return g.upstream.CallTool(ctx, req)
}

func main() {
	c, err := client.NewStreamableHttpClient("https://upstream.example/mcp")
	if err != nil {
		log.Fatal(err)
	}
	g := &gateway{upstream: c}
	if err := g.start(context.Background()); err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("gateway", "1.0.0")
	s.AddTool(mcp.NewTool("forward"), g.forward)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
