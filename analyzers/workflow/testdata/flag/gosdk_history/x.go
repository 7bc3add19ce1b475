// A history without a key: every call adds to what the last ones said.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type thought struct {
	Text   string
	Number int
}

var (
	mu      sync.Mutex
	history []thought // want "^high sure main.history: what one call stores here"
)

func think(ctx context.Context, req *mcp.CallToolRequest, in thought) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	history = append(history, in)
	return nil, len(history), nil
}

func review(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	return nil, history, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "think"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "think"}, think)
	mcp.AddTool(s, &mcp.Tool{Name: "review"}, review)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
