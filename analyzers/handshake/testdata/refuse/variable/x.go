// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What the client said, in a variable or from a session alone.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func greet(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	p := req.Session.InitializeParams() // refuse "kept in a variable"
	if p != nil && p.ClientInfo.Name == "robot" {
		return nil, "beep", nil
	}
	return nil, name(req.Session), nil
}

func name(s *mcp.ServerSession) string {
	return "hello " + s.InitializeParams().ClientInfo.Name // refuse "does not come from a request"
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, greet)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
