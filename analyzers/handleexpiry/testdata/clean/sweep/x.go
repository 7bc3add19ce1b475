// A sweep of start-up removes what is old.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type plan struct {
	steps   []string
	expires time.Time
}

type plans struct {
	mu sync.Mutex
	m  map[string]plan
}

func (p *plans) sweep() {
	for now := range time.Tick(time.Minute) {
		p.mu.Lock()
		for id, pl := range p.m {
			if now.After(pl.expires) {
				delete(p.m, id)
			}
		}
		p.mu.Unlock()
	}
}

type in struct {
	ID    string
	Steps []string
}

func (p *plans) draft(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.m[id] = plan{a.Steps, time.Now().Add(time.Hour)}
	return nil, id, nil
}

func (p *plans) show(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pl, ok := p.m[a.ID]
	if !ok || time.Now().After(pl.expires) {
		return nil, nil, errors.New("no such plan: draft it again")
	}
	return nil, pl.steps, nil
}

func main() {
	p := &plans{m: map[string]plan{}}
	go p.sweep()
	srv := mcp.NewServer(&mcp.Implementation{Name: "plans"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "draft"}, p.draft)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, p.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
