// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What the client said, read where it is needed.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func greet(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if req.Session.InitializeParams().ClientInfo.Name == "robot" {
		return nil, "beep", nil
	}
	return nil, "hello " + req.Session.InitializeParams().ProtocolVersion, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, greet)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
