// A map that lives for one call, although the session is its key.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type batch struct{ IDs []string }

func collect(ctx context.Context, req *mcp.CallToolRequest, in batch) (*mcp.CallToolResult, any, error) {
	seen := map[string]bool{}
	for _, id := range in.IDs {
		seen[req.Session.ID()+id] = true
	}
	return nil, len(seen), nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "batch"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "collect"}, collect)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
