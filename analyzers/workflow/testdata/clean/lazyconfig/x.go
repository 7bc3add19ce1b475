// with github.com/mark3labs/mcp-go@v1.2.1

// A configuration that is read when it is first needed is kept for all. What a
// change reads for itself, changes and saves is another object, though one
// function makes both.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type config struct{ Labels map[string]string }

var current *config

func load() *config {
	c := &config{Labels: map[string]string{}}
	if data, err := os.ReadFile("/etc/labels.json"); err == nil {
		_ = json.Unmarshal(data, c)
	}
	return c
}

func shared() *config {
	if current == nil {
		current = load()
	}
	return current
}

func change(key, text string) error {
	c := load()
	c.Labels[key] = text
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return os.WriteFile("/etc/labels.json", data, 0o600)
}

func main() {
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("label"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := change(req.GetString("key", ""), req.GetString("text", "")); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("saved"), nil
	})
	s.AddTool(mcp.NewTool("show"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, ok := shared().Labels[req.GetString("key", "")]
		if !ok {
			return mcp.NewToolResultError("no such label"), nil
		}
		return mcp.NewToolResultText(text), nil
	})
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
