// The session object itself is the key.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	mu    sync.Mutex
	roots = map[*mcp.ServerSession]string{} // want "^blocker sure main.roots: entries are keyed"
)

type dir struct{ Path string }

func setRoot(ctx context.Context, req *mcp.CallToolRequest, in dir) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	roots[req.Session] = in.Path
	return nil, nil, nil
}

func list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	root, ok := roots[req.Session]
	if !ok {
		root = "."
	}
	return nil, root, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "set_root"}, setRoot)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, list)
	http.ListenAndServe(":8080", mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
