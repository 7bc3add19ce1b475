// One value made on first use.
package main

import (
	"context"
	"net/http"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var schema = sync.OnceValue(func() string {
	b, _ := os.ReadFile("schema.json")
	return string(b)
})

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "schema"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "schema"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		return nil, schema(), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
