// What the caller asks may be a command, and the tool's annotations say so.
package main

import (
	"bytes"
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func query(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := http.Post("https://store.example/api/query", "text/plain", bytes.NewBufferString(req.GetString("query", ""))) // want "^medium likely tool query_store: .*POST /api/query is sent twice, and the tool is annotated as one that may write"
	if err != nil {
		return nil, err
	}
	return nil, res.Body.Close()
}

func metrics(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := http.Post("https://store.example/api/metrics/query", "text/plain", bytes.NewBufferString(req.GetString("query", "")))
	if err != nil {
		return nil, err
	}
	return nil, res.Body.Close()
}

func main() {
	s := server.NewMCPServer("store", "1.0.0")
	s.AddTool(mcp.NewTool("query_store", mcp.WithDescription("Query the store"), mcp.WithReadOnlyHintAnnotation(false),
		mcp.WithDestructiveHintAnnotation(true), mcp.WithIdempotentHintAnnotation(false)), query)
	s.AddTool(mcp.NewTool("query_metrics", mcp.WithDescription("Query metrics"), mcp.WithReadOnlyHintAnnotation(true)), metrics)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
