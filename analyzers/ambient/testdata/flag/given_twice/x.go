// Two groups of handlers hold the list in which one of them switches entries:
// one memory, one finding.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type feature struct {
	Name string
	On   bool
}

type switches struct{ all []feature } // want "^medium sure main.switches.all: one request sets this value"

type viewer struct{ all []feature }

type in struct {
	Name string
	On   bool
}

func (s *switches) set(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for i := range s.all {
		if s.all[i].Name == a.Name {
			s.all[i] = feature{a.Name, a.On}
		}
	}
	return nil, nil, nil
}

func (v *viewer) list(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var on []string
	for _, f := range v.all {
		if f.On {
			on = append(on, f.Name)
		}
	}
	return nil, on, nil
}

func main() {
	all := []feature{{Name: "search"}, {Name: "export"}}
	s, v := &switches{all: all}, &viewer{all: all}
	srv := mcp.NewServer(&mcp.Implementation{Name: "features"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "set"}, s.set)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, v.list)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
