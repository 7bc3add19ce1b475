// A package variable in another package, set through a helper.
package main

import (
	"context"
	"net/http"

	"example.com/app/kube"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Name string }

func use(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, kube.Switch(a.Name)
}

func pods(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, kube.Pods(a.Name), nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "kube"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "use_context"}, use)
	mcp.AddTool(srv, &mcp.Tool{Name: "pods"}, pods)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
