// Only the path of old clients looks at the id.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func who(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if req.ProtocolVersion() < "2026-07-28" {
		return nil, req.Session.ID(), nil
	}
	return nil, req.Extra.TokenInfo.UserID, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "who"}, who)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
