// A journal grows by whole entries: that is state of another kind, no upload.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type entry struct{ Text string }

var (
	mu      sync.Mutex
	journal []string
	text    string
)

func note(ctx context.Context, req *mcp.CallToolRequest, in entry) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	journal = append(journal, in.Text)
	text += in.Text + "\n"
	return nil, len(journal), nil
}

func read(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	return nil, text, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "journal"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "note"}, note)
	mcp.AddTool(s, &mcp.Tool{Name: "read"}, read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
