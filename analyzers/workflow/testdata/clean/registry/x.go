// Registries: filled by init and by constructors, read by requests.
package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type runner func(arg string) string

var runners = map[string]runner{}

func register(name string, r runner) { runners[name] = r }

func init() {
	register("upper", func(s string) string { return s + "!" })
}

type service struct{ units map[string]float64 }

func newService() *service {
	s := &service{units: map[string]float64{}}
	for i, u := range []string{"mm", "cm", "m"} {
		s.units[u] = float64(i)
	}
	return s
}

type in struct{ Name, Arg string }

func (s *service) run(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	r, ok := runners[a.Name]
	if !ok {
		return nil, nil, fmt.Errorf("no runner %s", a.Name)
	}
	return nil, r(a.Arg), nil
}

func (s *service) factor(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, s.units[a.Name], nil
}

func main() {
	s := newService()
	srv := mcp.NewServer(&mcp.Implementation{Name: "run"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "run"}, s.run)
	mcp.AddTool(srv, &mcp.Tool{Name: "factor"}, s.factor)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
