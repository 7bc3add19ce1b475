// The handler of the handshake keeps what it saw in a package variable.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var version string // want "^high sure main.version: this is set at the handshake"

func initialized(ctx context.Context, req *mcp.InitializedRequest) {
	version = req.Session.InitializeParams().ProtocolVersion
}

func describe(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if version < "2025-06-18" {
		return nil, "text only", nil
	}
	return nil, "structured", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "v"}, &mcp.ServerOptions{InitializedHandler: initialized})
	mcp.AddTool(srv, &mcp.Tool{Name: "describe"}, describe)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
