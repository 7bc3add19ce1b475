// A flag says that a cache is warm: start-up warms it, and a tool may again.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type cache struct {
	names atomic.Pointer[[]string]
	ready bool
}

func (c *cache) warm() error {
	res, err := http.Get("https://names.example")
	if err != nil {
		return err
	}
	defer res.Body.Close()
	c.names.Store(&[]string{res.Status})
	c.ready = true
	return nil
}

func (c *cache) refresh(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, nil, c.warm()
}

func (c *cache) list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if !c.ready {
		return nil, nil, errors.New("not ready yet, try again")
	}
	return nil, *c.names.Load(), nil
}

func main() {
	c := &cache{}
	go c.warm()
	srv := mcp.NewServer(&mcp.Implementation{Name: "names"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "refresh"}, c.refresh)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, c.list)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
