// Package tools offers programs the tools of another server, over one session for
// the life of the process.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

type link struct{ conn *client.Client }

// Tools are those of another server.
type Tools struct{ link *link }

// Open connects.
func Open(url string) (*Tools, error) {
	t := &Tools{}
	return t, t.connect(url)
}

func (t *Tools) connect(url string) error {
	c, err := client.NewStreamableHttpClient(url)
	if err != nil {
		return err
	}
	if err := begin(context.Background(), c); err != nil {
		return err
	}
	t.link = &link{conn: c}
	return nil
}

func begin(ctx context.Context, c *client.Client) error {
	_, err := c.Initialize(ctx, mcp.InitializeRequest{})
	return err
}

// Call calls a tool.
func (t *Tools) Call(ctx context.Context, name string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = name
	return t.link.conn.CallTool(ctx, req)
}
