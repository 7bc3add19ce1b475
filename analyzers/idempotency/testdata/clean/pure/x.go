// Names that promise a write, and code that only answers.
package main

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func add(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(fmt.Sprint(req.GetFloat("a", 0) + req.GetFloat("b", 0))), nil
}

func deploy(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("would deploy " + req.GetString("service", "")), nil
}

func main() {
	s := server.NewMCPServer("demo", "1")
	s.AddTool(mcp.NewTool("add", mcp.WithDescription("Adds two numbers")), add)
	s.AddTool(mcp.NewTool("deploy", mcp.WithDescription("Deploys a service, as a demonstration")), deploy)
	server.ServeStdio(s)
}
