// One tool starts work before it asks, another takes a lock that only a later
// call gives back, a third waits for what another request sends.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type deploy struct{ Target string }

type ops struct {
	mu   sync.Mutex
	gate chan string
}

func question() *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "Sure?"}}}
}

func build(target string) {}

func (o *ops) start(ctx context.Context, req *mcp.CallToolRequest, in deploy) (*mcp.CallToolResult, any, error) {
	go build(in.Target) // want "^high sure tool start: before start asks the client for input it starts a goroutine"
	return question(), nil, nil
}

func (o *ops) hold(ctx context.Context, req *mcp.CallToolRequest, in deploy) (*mcp.CallToolResult, any, error) {
	if _, ok := req.Params.InputResponses["sure"]; !ok {
		o.mu.Lock() // want "^high sure tool hold: before hold asks the client for input it takes sync.Mutex.Lock"
		return question(), nil, nil
	}
	return nil, nil, nil
}

func (o *ops) wait(ctx context.Context, req *mcp.CallToolRequest, in deploy) (*mcp.CallToolResult, any, error) {
	who := <-o.gate // want "^high sure tool wait: before wait asks the client for input it waits on a channel"
	if who == "" {
		return nil, nil, nil
	}
	return question(), nil, nil
}

func (o *ops) pass(ctx context.Context, req *mcp.CallToolRequest, in deploy) (*mcp.CallToolResult, any, error) {
	o.gate <- in.Target
	return nil, nil, nil
}

func main() {
	o := &ops{gate: make(chan string)}
	s := mcp.NewServer(&mcp.Implementation{Name: "ops"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "start"}, o.start)
	mcp.AddTool(s, &mcp.Tool{Name: "hold"}, o.hold)
	mcp.AddTool(s, &mcp.Tool{Name: "wait"}, o.wait)
	mcp.AddTool(s, &mcp.Tool{Name: "pass"}, o.pass)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
