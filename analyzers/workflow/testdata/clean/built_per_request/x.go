// A registry is filled whenever a server is put together, also for a request:
// it says the same each time.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type action func() string

var (
	mu      sync.Mutex
	actions = map[string]action{}
)

func register(name string, f action) {
	mu.Lock()
	defer mu.Unlock()
	actions[name] = f
}

type in struct{ Action string }

func run(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	f, ok := actions[a.Action]
	mu.Unlock()
	if !ok {
		return nil, nil, fmt.Errorf("no action %s", a.Action)
	}
	return nil, f(), nil
}

func newServer() *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "actions"}, nil)
	register("hello", func() string { return "hello" })
	register("bye", func() string { return "bye" })
	mcp.AddTool(srv, &mcp.Tool{Name: "run"}, run)
	return srv
}

func main() {
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return newServer() }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
