// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Each caller gets a server with other tools, and nothing is said of caches:
// this SDK's default is public.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func ping(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	return nil, "pong", nil
}

func wipe(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	return nil, "gone", nil
}

func serverFor(r *http.Request) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "ops"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "ping"}, ping)
	if strings.HasPrefix(r.Header.Get("Authorization"), "Bearer admin") {
		mcp.AddTool(s, &mcp.Tool{Name: "wipe"}, wipe)
	}
	return s
}

func main() {
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(serverFor, &mcp.StreamableHTTPOptions{Stateless: true})) // want "^low likely main.main: cache scope: what the choice of server per HTTP request answers depends on who calls, and this SDK marks results public"
}
