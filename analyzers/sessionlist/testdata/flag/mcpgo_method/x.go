// with github.com/mark3labs/mcp-go@v1.2.1

// A service registers resources for what its tool creates.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type app struct{ server *server.MCPServer }

func (a *app) read(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI}}, nil
}

func (a *app) publish(uri string) {
	a.server.AddResource(mcp.NewResource(uri, uri), a.read) // want "^high sure main.*publish: lists changed while serving"
}

func (a *app) create(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a.publish("note://" + req.GetString("name", ""))
	return mcp.NewToolResultText("created"), nil
}

func main() {
	a := &app{server: server.NewMCPServer("notes", "1.0.0")}
	a.server.AddTool(mcp.NewTool("create"), a.create)
	server.NewStreamableHTTPServer(a.server).Start(":8080")
}
