// A cache looks again under its lock before it makes an entry.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type cluster struct{ name string }

func connect(name string) (*cluster, error) {
	if name == "" {
		return nil, errors.New("no such cluster")
	}
	return &cluster{name}, nil
}

type pool struct {
	mu   sync.RWMutex
	open map[string]*cluster
}

func (p *pool) get(name string, locked bool) (*cluster, error) {
	if !locked {
		p.mu.RLock()
	}
	c, ok := p.open[name]
	if !locked {
		p.mu.RUnlock()
	}
	if ok && c != nil {
		return c, nil
	}
	if !locked {
		p.mu.Lock()
		defer p.mu.Unlock()
		c, ok = p.open[name]
		if ok && c != nil {
			return c, nil
		}
	}
	c, err := connect(name)
	if err != nil {
		return nil, err
	}
	p.open[name] = c
	return c, nil
}

type in struct{ Cluster string }

func (p *pool) pods(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	c, err := p.get(a.Cluster, false)
	if err != nil {
		return nil, nil, err
	}
	return nil, c.name, nil
}

func main() {
	p := &pool{open: map[string]*cluster{"home": nil}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "pods"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "pods"}, p.pods)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
