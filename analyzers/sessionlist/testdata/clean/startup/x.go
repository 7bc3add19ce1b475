// Registration when the program starts: in a constructor, a loop, a goroutine.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type app struct{ srv *mcp.Server }

func (a *app) handle(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, req.Params.Name, nil
}

func (a *app) register(names ...string) {
	for _, n := range names {
		mcp.AddTool(a.srv, &mcp.Tool{Name: n}, a.handle)
	}
}

func newApp() *app {
	a := &app{mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)}
	a.register("one", "two")
	return a
}

func main() {
	a := newApp()
	go a.register("three")
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return a.srv }, nil))
}
