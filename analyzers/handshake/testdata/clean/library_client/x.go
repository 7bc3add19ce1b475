// with github.com/mark3labs/mcp-go@v1.2.1

// Package app offers programs the tools of another server, over a session that
// each caller opens with a context of its own.
package app

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

type link struct{ conn *client.Client }

// Tools are those of another server.
type Tools struct{ link *link }

// Open connects.
func Open(ctx context.Context, url string) (*Tools, error) {
	t := &Tools{}
	return t, t.connect(ctx, url)
}

func (t *Tools) connect(ctx context.Context, url string) error {
	c, err := client.NewStreamableHttpClient(url)
	if err != nil {
		return err
	}
	if err := begin(ctx, c); err != nil {
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
