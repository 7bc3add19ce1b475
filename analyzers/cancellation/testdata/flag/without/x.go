// with github.com/mark3labs/mcp-go@v1.2.1

// A request is made without a context; a handler of another package uses the
// context of start-up; a third runs what it is told without one.
package main

import (
	"context"
	"net/http"
	"strings"

	"example.com/app/launch"
	"example.com/app/shell"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func order(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequest(http.MethodPost, "https://shop.example.com/api/orders", strings.NewReader(req.GetString("item", ""))) // want "^medium sure main: writes without the context of the request: POST .* http.NewRequest takes no context"
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return mcp.NewToolResultText(resp.Status), nil
}

func main() {
	ctx := context.Background()
	s := server.NewMCPServer("shop", "1.0.0")
	s.AddTool(mcp.NewTool("order_item"), order)
	launch.Register(ctx, s, nil)
	shell.Register(s)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
