// The method initialize of another protocol.
package main

import (
	"context"
	"net/http"

	"example.com/app/lang"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	var l lang.Server
	http.HandleFunc("/lsp", l.Serve)
	srv := mcp.NewServer(&mcp.Implementation{Name: "lang"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ping"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		return nil, "pong", nil
	})
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
