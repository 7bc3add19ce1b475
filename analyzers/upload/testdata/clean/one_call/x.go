// One call puts its own content together, and remembers nothing.
package main

import (
	"bytes"
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Chunks [][]byte }

func join(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	var b bytes.Buffer
	for _, c := range in.Chunks {
		b.Write(c)
	}
	return nil, b.Len(), nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "join"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "upload"}, join)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
