// A key tells the second call from the first.
package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func charge(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://pay.example/v1/charges", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Idempotency-Key", req.GetString("key", ""))
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

func note(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	key, err := req.RequireString("idempotency_key")
	if err != nil {
		return nil, err
	}
	res, err := http.Post("https://notes.example/v1/notes?once="+key, "text/plain", nil)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

func main() {
	s := server.NewMCPServer("keyed", "1")
	s.AddTool(mcp.NewTool("charge", mcp.WithString("key")), charge)
	s.AddTool(mcp.NewTool("add_note", mcp.WithString("idempotency_key")), note)
	server.ServeStdio(s)
}
