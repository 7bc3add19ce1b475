// Values of one request: a context value and a struct made per call.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type key struct{}

type call struct {
	user  string
	steps int
}

func (c *call) step() { c.steps++ }

func withUser(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		c := &call{}
		if x := req.GetExtra(); x != nil {
			c.user = x.Header.Get("X-User")
		}
		return next(context.WithValue(ctx, key{}, c), method, req)
	}
}

func steps(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	c, _ := ctx.Value(key{}).(*call)
	c.step()
	return nil, c.steps, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "steps"}, nil)
	srv.AddReceivingMiddleware(withUser)
	mcp.AddTool(srv, &mcp.Tool{Name: "steps"}, steps)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
