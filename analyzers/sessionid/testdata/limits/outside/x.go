// A logging library that no table lists: passing the id to it looks like a use.
package main

import (
	"context"
	"net/http"

	"example.com/scribe"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func hello(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	scribe.Write("hello", req.Session.ID()) // want "main.hello: session id: the session id decides something here"
	return nil, "hello", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "hello"}, hello)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
