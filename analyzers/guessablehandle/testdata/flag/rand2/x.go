// with github.com/mark3labs/mcp-go@v1.2.1

// Ids from math/rand and from the number of entries, through an interface.
package main

import (
	"context"
	"fmt"
	"math/rand"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type ids interface{ next() string }

type dice struct{}

func (dice) next() string { return strconv.Itoa(rand.Intn(1_000_000)) }

type book struct {
	ids   ids
	plans map[string]string // want "^medium likely main.book.plans: the id that finds this"
	rooms map[string]string // want "^medium likely main.book.rooms: the id that finds this"
}

func (b *book) plan(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := b.ids.next()
	b.plans[id] = req.GetString("text", "")
	return mcp.NewToolResultText(id), nil
}

func (b *book) show(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, ok := b.plans[req.GetString("id", "")]
	if !ok {
		return mcp.NewToolResultError("no such plan"), nil
	}
	return mcp.NewToolResultText(p), nil
}

func (b *book) open(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := fmt.Sprintf("room%d", len(b.rooms))
	b.rooms[id] = req.GetString("name", "")
	return mcp.NewToolResultText(id), nil
}

func (b *book) enter(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, ok := b.rooms[req.GetString("id", "")]
	if !ok {
		return mcp.NewToolResultError("no such room"), nil
	}
	return mcp.NewToolResultText(r), nil
}

func main() {
	b := &book{ids: dice{}, plans: map[string]string{}, rooms: map[string]string{}}
	s := server.NewMCPServer("plans", "1.0.0")
	s.AddTool(mcp.NewTool("plan"), b.plan)
	s.AddTool(mcp.NewTool("show"), b.show)
	s.AddTool(mcp.NewTool("open_room"), b.open)
	s.AddTool(mcp.NewTool("enter_room"), b.enter)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
