// Plans under minted ids, never removed.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type plans struct {
	mu sync.Mutex
	m  map[string][]string // want "^medium sure main.plans.m: requests add entries and nothing removes them"
}

type in struct {
	ID    string
	Steps []string
}

func (p *plans) draft(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.m[id] = a.Steps
	return nil, id, nil
}

func (p *plans) show(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	steps, ok := p.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such plan")
	}
	return nil, steps, nil
}

func main() {
	p := &plans{m: map[string][]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "plans"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "draft"}, p.draft)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, p.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
