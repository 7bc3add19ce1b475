// The handler looks at the state several times, and answers one that is not known by itself.
package main

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Target string }

func known(state string) bool { return strings.HasPrefix(state, "ok:") }

func remove(_ context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) { // in two rounds
	err := errors.New("what is this?")
	if req.Params.RequestState != "" {
		if !known(req.Params.RequestState) {
			return nil, nil, err
		}
		return nil, "deleted " + strings.TrimPrefix(req.Params.RequestState, "ok:"), nil
	}
	return &mcp.CallToolResult{RequestState: "ok:" + a.Target, InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "delete?"}}}, nil, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
