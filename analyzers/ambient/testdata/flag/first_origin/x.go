// The first request fixes the address that all later answers name. It is an API
// beside the MCP server, and breaks all the same.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type links struct {
	mu     sync.Mutex
	origin string // want "^high sure main.links.origin: one request sets this value"
}

func (l *links) observe(r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.origin == "" {
		l.origin = "https://" + r.Host
	}
}

func (l *links) start(w http.ResponseWriter, r *http.Request) {
	l.observe(r)
	http.Redirect(w, r, "https://idp.example.com/authorize?redirect_uri="+l.origin+"/done", http.StatusFound)
}

type in struct{ Name string }

func main() {
	l := &links{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "links"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return nil, "hello " + a.Name, nil
	})
	http.HandleFunc("/start", l.start)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
