// with github.com/mark3labs/mcp-go@v1.2.1

// The same with the builder.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if res := server.ElicitationResponse(req.Params.InputResponses, "sure"); res != nil && res.Action == "accept" {
		return mcp.NewToolResultText("deleted"), nil
	}
	return server.NewInputRequestBuilder("").Elicit("sure", mcp.ElicitationParams{Message: "delete?"}).ToolResult(), nil
}

func main() {
	s := server.NewMCPServer("rm", "1.0.0")
	s.AddTool(mcp.NewTool("remove"), remove)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
