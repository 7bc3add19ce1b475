// Calls that can be stopped, in a package variable by progress token.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var running sync.Map // want "^low sure main.running: entries are keyed by the JSON-RPC id"

func token(req *mcp.CallToolRequest) string { return fmt.Sprint(req.Params.GetProgressToken()) }

func build(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	running.Store(token(req), "building")
	defer running.Delete(token(req))
	return nil, "built", nil
}

func status(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	v, ok := running.Load(token(req))
	if !ok {
		return nil, "idle", nil
	}
	return nil, v, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "build"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "build"}, build)
	mcp.AddTool(srv, &mcp.Tool{Name: "status"}, status)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
