// The effect stands in the branch in which the answer is missing, before the
// result is returned: every call without the answer leaves one more.
package main

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type draft struct{ Text string }

var (
	mu     sync.Mutex
	drafts = map[string]string{}
)

func publish(ctx context.Context, req *mcp.CallToolRequest, in draft) (*mcp.CallToolResult, any, error) {
	if len(req.Params.InputResponses) == 0 {
		res := &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"ok": &mcp.ElicitParams{Message: "Publish?"}}}
		id := rand.Text()
		mu.Lock()
		drafts[id] = in.Text // want "^high sure tool publish: before publish asks the client for input it adds an entry to main.drafts"
		mu.Unlock()
		res.RequestState = id
		return res, nil, nil
	}
	mu.Lock()
	defer mu.Unlock()
	return nil, drafts[req.Params.RequestState], nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "press"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "publish"}, publish)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
