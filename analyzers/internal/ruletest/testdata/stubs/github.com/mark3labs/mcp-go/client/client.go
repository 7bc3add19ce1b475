// Package client declares what tests use of mcp-go's client.
package client

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type Client struct{ session string }

func NewStreamableHttpClient(baseURL string) (*Client, error) { return nil, nil }

func (c *Client) Start(ctx context.Context) error { return nil }
func (c *Client) Initialize(ctx context.Context, request mcp.InitializeRequest) (*mcp.InitializeResult, error) {
	return nil, nil
}
func (c *Client) CallTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

func (c *Client) ListTools(ctx context.Context, request mcp.ListToolsRequest) (*mcp.ListToolsResult, error) {
	return nil, nil
}
func (c *Client) OnNotification(handler func(notification mcp.JSONRPCNotification)) {}
