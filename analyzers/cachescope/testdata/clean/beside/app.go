// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Pages beside the MCP endpoint cache what they like.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type pages struct {
	made sync.Map
	load func(name, user string) string
}

func (p *pages) page(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if v, ok := p.made.Load(name); ok {
		w.Write([]byte(v.(string)))
		return
	}
	user, _, _ := r.BasicAuth()
	text := p.load(name, user)
	p.made.Store(name, text)
	w.Write([]byte(text))
}

func main() {
	p := &pages{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "clock"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "zone"}, func(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
		return nil, "UTC", nil
	})
	http.HandleFunc("/pages/", p.page)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
