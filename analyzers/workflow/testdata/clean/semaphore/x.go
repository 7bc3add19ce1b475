// A client per configured broker is made on first use. Calls take a place in its
// semaphore while they run; nothing of them stays in it.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type client struct {
	url    string
	places chan struct{}
}

func (c *client) ask(ctx context.Context) (int, error) {
	select {
	case c.places <- struct{}{}:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	defer func() { <-c.places }()
	resp, err := http.Get(c.url)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

type pool struct {
	mu      sync.Mutex
	urls    map[string]string
	clients map[string]*client
}

func (p *pool) get(alias string) (*client, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.clients[alias]; ok {
		return c, nil
	}
	url, ok := p.urls[alias]
	if !ok {
		return nil, fmt.Errorf("no broker %q", alias)
	}
	c := &client{url: url, places: make(chan struct{}, 4)}
	p.clients[alias] = c
	return c, nil
}

type of struct{ Broker string }

func (p *pool) status(ctx context.Context, req *mcp.CallToolRequest, in of) (*mcp.CallToolResult, any, error) {
	c, err := p.get(in.Broker)
	if err != nil {
		return nil, nil, err
	}
	code, err := c.ask(ctx)
	return nil, code, err
}

func main() {
	p := &pool{urls: map[string]string{"a": "http://a.example.com"}, clients: map[string]*client{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "brokers"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "status"}, p.status)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
