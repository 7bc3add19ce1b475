// The state says which target was approved, and the tool believes it.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Target string }

func remove(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	state := req.Params.RequestState
	if state == "" {
		return &mcp.CallToolResult{RequestState: "ok:" + a.Target, InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "delete?"}}}, nil, nil
	}
	if target, ok := strings.CutPrefix(state, "ok:"); ok {
		return nil, "deleted " + target, nil
	}
	return &mcp.CallToolResult{IsError: true}, nil, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
