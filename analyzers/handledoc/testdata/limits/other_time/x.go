// with github.com/mark3labs/mcp-go@v1.2.1

// Known miss: the hours in the description of book are not those of its
// handle. The description of draft names none, and is found.
package main

import (
	"context"
	"crypto/rand"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	bookings sync.Map
	drafts   sync.Map // want "^low sure main.drafts: draft hands out a handle"
)

func book(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := rand.Text()
	bookings.Store(id, req.GetString("room", ""))
	return mcp.NewToolResultText(id), nil
}

func draft(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := rand.Text()
	drafts.Store(id, req.GetString("room", ""))
	return mcp.NewToolResultText(id), nil
}

func show(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, ok := bookings.Load(req.GetString("id", ""))
	if !ok {
		if b, ok = drafts.Load(req.GetString("id", "")); !ok {
			return mcp.NewToolResultError("not found"), nil
		}
	}
	return mcp.NewToolResultText(b.(string)), nil
}

func main() {
	s := server.NewMCPServer("rooms", "1.0.0")
	s.AddTool(mcp.NewTool("book", mcp.WithDescription("Books a room for 2 hours.")), book)
	s.AddTool(mcp.NewTool("draft", mcp.WithDescription("Drafts a booking.")), draft)
	s.AddTool(mcp.NewTool("show"), show)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
