// The client's name goes into a log line and nowhere else.
package main

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if p := req.Session.InitializeParams(); p != nil {
		slog.Info("list", "client", p.ClientInfo.Name)
	}
	return nil, []string{"a"}, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "list"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, list)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
