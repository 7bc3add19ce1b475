// The newest release is asked for once, and if that fails, it has failed for
// good.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	once    sync.Once
	version string
	failed  error // want "^medium likely main.failed: that something failed or was not there is remembered here for ever"
)

func newest() (string, error) {
	once.Do(func() {
		resp, err := http.Get("https://releases.example.com/newest")
		if err != nil {
			failed = fmt.Errorf("asking for the newest release: %w", err)
			return
		}
		defer resp.Body.Close()
		var r struct{ Name string }
		if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
			failed = err
			return
		}
		version = r.Name
	})
	return version, failed
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "installer"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "newest"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		v, err := newest()
		return nil, v, err
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
