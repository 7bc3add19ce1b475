// A tool adds tools when it is called.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func deploy(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, "deployed", nil
}

func enable(srv *mcp.Server) func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		mcp.AddTool(srv, &mcp.Tool{Name: "deploy"}, deploy) // want "^high sure main.enable.1: lists changed while serving: a request changes the list of this replica only"
		return nil, "enabled", nil
	}
}

func disable(srv *mcp.Server) func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		srv.RemoveTools("deploy") // want "^high sure main.disable.1: lists changed while serving"
		return nil, "disabled", nil
	}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "ops"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "enable"}, enable(srv))
	mcp.AddTool(srv, &mcp.Tool{Name: "disable"}, disable(srv))
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
