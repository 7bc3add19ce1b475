// What is read once from the environment fails, if it does, on every replica.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	once   sync.Once
	base   string
	failed error
)

func address() (string, error) {
	once.Do(func() {
		if base = os.Getenv("BASE"); base == "" {
			failed = errors.New("BASE is not set")
		}
	})
	return base, failed
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "installer"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "where"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		a, err := address()
		return nil, a, err
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
