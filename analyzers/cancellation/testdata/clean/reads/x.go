// with github.com/mark3labs/mcp-go@v1.2.1

// Reads without a context cost time, and change nothing. The transport of this
// SDK cancels handlers by itself.
package main

import (
	"context"
	"io"
	"net/http"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func weather(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("https://weather.example.com/" + req.GetString("city", ""))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return mcp.NewToolResultText(string(b)), err
}

func disk(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.Command("df", "-h").Output()
	return mcp.NewToolResultText(string(out)), err
}

func main() {
	s := server.NewMCPServer("weather", "1.0.0")
	s.AddTool(mcp.NewTool("weather"), weather)
	s.AddTool(mcp.NewTool("disk_usage"), disk)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
