// Tools come from a table and all go through one wrapper: each is judged by
// its own handler.
package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type entry struct {
	def     mcp.Tool
	handler server.ToolHandlerFunc
}

func define(name, text string) mcp.Tool { return mcp.NewTool(name, mcp.WithDescription(text)) }

func orderEntry() *entry {
	return &entry{
		def: define("order_pizza", "Orders a pizza"),
		handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := http.Post("https://pizza.example/v2/orders", "application/json", nil) // want "^low sure tool order_pizza: .*POST /v2/orders is sent twice"
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(res.Status), res.Body.Close()
		},
	}
}

func menuEntry() *entry {
	return &entry{
		def: define("menu", "The menu of today"),
		handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := http.Get("https://pizza.example/v2/menu")
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(res.Status), res.Body.Close()
		},
	}
}

func entries() []*entry { return []*entry{orderEntry(), menuEntry()} }

func wrap(e *entry) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := e.handler(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

func main() {
	s := server.NewMCPServer("pizza", "1")
	for _, e := range entries() {
		s.AddTool(e.def, wrap(e))
	}
	server.ServeStdio(s)
}
