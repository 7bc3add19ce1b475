// Each edit starts the check of the whole anew and ends the check before it: no
// answer depends on which process did so last.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type checker struct {
	mu     sync.Mutex
	cancel context.CancelFunc
}

type edit struct{ File string }

func (c *checker) changed(ctx context.Context, req *mcp.CallToolRequest, in edit) (*mcp.CallToolResult, any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
	var bg context.Context
	bg, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go check(bg, in.File)
	return nil, "noted", nil
}

func check(ctx context.Context, file string) {
	if ctx.Err() == nil {
		println("checks", file)
	}
}

func main() {
	c := &checker{}
	s := mcp.NewServer(&mcp.Implementation{Name: "checker"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "changed"}, c.changed)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
