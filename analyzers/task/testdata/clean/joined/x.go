// Goroutines that end before the call answers.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ URLs []string }

func fetchAll(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var (
		mu  sync.Mutex
		wg  sync.WaitGroup
		out = map[string]int{}
	)
	for _, u := range a.URLs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			out[u] = len(u)
			mu.Unlock()
		}()
	}
	wg.Wait()
	return nil, out, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "fetch"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "fetch_all"}, fetchAll)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
