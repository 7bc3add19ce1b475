// The token of a call travels in its own notifications.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func build(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: req.Params.GetProgressToken(), Progress: 1})
	return nil, "built", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "build"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "build"}, build)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
