// A goroutine of start-up keeps a list fresh that requests read.
package main

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type rates struct {
	mu sync.RWMutex
	m  map[string]float64
}

func (r *rates) refresh() {
	for range time.Tick(time.Minute) {
		r.mu.Lock()
		r.m["EUR"] = 1
		r.mu.Unlock()
	}
}

type in struct{ Currency string }

func (r *rates) get(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return nil, r.m[a.Currency], nil
}

func main() {
	r := &rates{m: map[string]float64{}}
	go r.refresh()
	srv := mcp.NewServer(&mcp.Implementation{Name: "rates"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "rate"}, r.get)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
