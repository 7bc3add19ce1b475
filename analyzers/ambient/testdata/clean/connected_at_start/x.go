// Start-up opens the connection, a tool may open it again: it is the same for
// everybody, on every replica.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var logs *http.Client

func reconnect(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	logs = &http.Client{}
	return nil, nil, nil
}

func tail(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if logs == nil {
		return nil, nil, errors.New("not connected")
	}
	res, err := logs.Get("https://logs.example/tail")
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, nil
}

func main() {
	logs = &http.Client{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "logs"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "reconnect"}, reconnect)
	mcp.AddTool(srv, &mcp.Tool{Name: "tail"}, tail)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
