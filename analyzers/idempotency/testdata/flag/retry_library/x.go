// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A library calls the function again, and the function calls the tool.
package main

import (
	"context"
	"net/http"

	"github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type step struct{ Tool string }

type flow struct{ behind *mcp.ClientSession }

func (f *flow) run(ctx context.Context, req *mcp.CallToolRequest, in step) (*mcp.CallToolResult, any, error) {
	res, err := backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want "^medium likely main.*run: calls tried again"
		return f.behind.CallTool(ctx, &mcp.CallToolParams{Name: in.Tool})
	})
	return res, nil, err
}

func main() {
	f := &flow{}
	s := mcp.NewServer(&mcp.Implementation{Name: "flow"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get_step"}, f.run)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
