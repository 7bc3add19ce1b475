// A client that no table knows: its methods' names and the tools' names have
// to agree.
package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"tracker.example/client"
)

var c = client.New("https://tracker.example")

type in struct{ Title string }

func create(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := c.CreateTicket(ctx, a.Title) // want "likely tool create_ticket: .*client.Client.CreateTicket is called twice"
	return nil, t, err
}

func shut(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, c.CloseTicket(ctx, a.Title)
}

func label(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, c.CreateLabel(ctx, a.Title)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "tracker"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_ticket", Description: "Creates a ticket."}, create)
	mcp.AddTool(s, &mcp.Tool{Name: "close_ticket", Description: "Closes a ticket."}, shut)
	mcp.AddTool(s, &mcp.Tool{Name: "create_label", Description: "Creates a label, whose name exists once."}, label)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
