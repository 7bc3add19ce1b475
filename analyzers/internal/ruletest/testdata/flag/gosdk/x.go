// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A server on the official SDK, with a package of its own and a dependency.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/app/store"
	"example.com/kit"
)

type in struct{ Key string }

func get(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, store.Get(a.Key), nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get"}, get)                                                               // want "tool get reaches store.Get" `^info sure tool get`
	kit.Register(s, "put", func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want "tool put"
		return nil, nil
	})
	http.ListenAndServe(":0", nil)
}
