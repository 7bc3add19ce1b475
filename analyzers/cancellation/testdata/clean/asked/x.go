// with github.com/mark3labs/mcp-go@v1.2.1

// A collection that is asked by POST is not written, and what a tool is there to
// start goes on after its call.
package main

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func spans(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequest(http.MethodPost, "https://spans.example/api/spans", strings.NewReader(req.GetString("filter", "")))
	if err != nil {
		return nil, err
	}
	if _, err := http.DefaultClient.Do(r); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("found"), nil
}

func watch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	folder := req.GetString("folder", "")
	go func() {
		for range time.Tick(time.Minute) {
			r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "https://index.example/folders", strings.NewReader(folder))
			if err == nil {
				http.DefaultClient.Do(r)
			}
		}
	}()
	return mcp.NewToolResultText("watching"), nil
}

func main() {
	s := server.NewMCPServer("spans", "1.0.0")
	s.AddTool(mcp.NewTool("get_spans", mcp.WithDescription("Gets spans.")), spans)
	s.AddTool(mcp.NewTool("watch_folder", mcp.WithDescription("Watches a folder.")), watch)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
