// with github.com/mark3labs/mcp-go@v1.2.1

// Settings that start-up sets, that a call sets to what is the same for every
// caller, and that a call takes back before it returns.
package main

import (
	"context"
	"os"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/spf13/viper"
)

func build(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	os.Setenv("BUILD_TARGET", req.GetString("target", ""))
	defer func() { os.Unsetenv("BUILD_TARGET") }()
	viper.Set("colour", "never")
	out, err := exec.CommandContext(ctx, "builder").CombinedOutput()
	return mcp.NewToolResultText(string(out)), err
}

func show(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(os.Getenv("BUILD_TARGET") + viper.GetString("colour") + viper.GetString("folder")), nil
}

func main() {
	viper.Set("folder", os.Args[1])
	s := server.NewMCPServer("builds", "1.0.0")
	s.AddTool(mcp.NewTool("build"), build)
	s.AddTool(mcp.NewTool("show"), show)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
