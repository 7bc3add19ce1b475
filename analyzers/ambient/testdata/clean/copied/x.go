// Defaults of the program, copied and changed for one call.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type options struct {
	User  string
	Limit int
}

type service struct{ defaults *options }

type in struct{ User string }

func (s *service) list(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	o := *s.defaults
	o.apply(a)
	return nil, run(&o), nil
}

func (o *options) apply(a in) { o.User = a.User }

func run(o *options) string { return o.User[:o.Limit] }

func main() {
	s := &service{defaults: &options{Limit: 10}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "list"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, s.list)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
