// A captured map keeps answers of an upstream per query.
package main

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Query string }

func main() {
	var mu sync.Mutex
	answers := map[string]string{} // want "^info possible main.main.answers: each replica has its own copy"
	srv := mcp.NewServer(&mcp.Implementation{Name: "search"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "search"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		mu.Lock()
		defer mu.Unlock()
		if v, ok := answers[a.Query]; ok {
			return nil, v, nil
		}
		resp, err := http.Get("https://search.example/?q=" + a.Query)
		if err != nil {
			return nil, nil, err
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, nil, err
		}
		answers[a.Query] = string(b)
		return nil, string(b), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
