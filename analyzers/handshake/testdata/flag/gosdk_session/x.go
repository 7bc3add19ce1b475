// A tool asks the session what the client can do.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func canAsk(ss *mcp.ServerSession) bool {
	p := ss.InitializeParams() // want "^medium sure main.canAsk: client information of the session: this depends on what the client said"
	return p != nil && p.Capabilities != nil && p.Capabilities.Elicitation != nil
}

func remove(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if !canAsk(req.Session) {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	return nil, "asked", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
