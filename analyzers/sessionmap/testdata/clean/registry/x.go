// Sets of tools by name, filled at start and only read later.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var sets = map[string][]string{}

func register(set string, tools ...string) { sets[set] = append(sets[set], tools...) }

func init() {
	register("read", "get", "list")
	register("write", "put")
}

type in struct{ Set string }

func main() {
	register("admin", "drop")
	srv := mcp.NewServer(&mcp.Implementation{Name: "sets"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "tools_in"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return nil, sets[a.Set], nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
