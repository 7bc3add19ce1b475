// Progress and log messages on the stream of the running call.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func build(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	for i := range 10 {
		req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{Progress: float64(i), Total: 10})
	}
	req.Session.Log(ctx, &mcp.LoggingMessageParams{Data: "built"})
	return nil, "built", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "build"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "build"}, build)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
