// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Nothing is written, so there is nothing to stop: worth knowing, no more.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type who struct{ Name string }

func greet(ctx context.Context, req *mcp.CallToolRequest, in who) (*mcp.CallToolResult, any, error) {
	return nil, "hello " + in.Name, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "greet"}, greet)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
