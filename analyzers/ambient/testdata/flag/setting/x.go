// with github.com/mark3labs/mcp-go@v1.2.1

// Tools change settings that the whole process sees: one in a library's
// registry, one in the environment. The last is only read by those who set it.
package main

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/spf13/viper"
)

func choose(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	viper.Set("Language", req.GetString("language", "en"))                   // want "^high sure main: setting language: one request changes the configuration of the process"
	if err := os.Setenv("REGION", req.GetString("region", "")); err != nil { // want "^high sure main: setting REGION: one request changes the configuration of the process"
		return nil, err
	}
	os.Setenv("LAST_REQUEST", req.GetString("region", ""))
	return mcp.NewToolResultText("chosen after " + os.Getenv("LAST_REQUEST")), nil
}

func translate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(viper.GetString("language") + os.Getenv("REGION") + os.Getenv("HOME")), nil
}

func main() {
	s := server.NewMCPServer("words", "1.0.0")
	s.AddTool(mcp.NewTool("choose"), choose)
	s.AddTool(mcp.NewTool("translate"), translate)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
