// The state is logged, the answers of the round decide.
package main

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Target string }

func remove(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	slog.Debug("remove", "state", req.Params.RequestState)
	if req.Params.InputResponses["sure"] == nil {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "delete?"}}}, nil, nil
	}
	return nil, "deleted " + a.Target, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
