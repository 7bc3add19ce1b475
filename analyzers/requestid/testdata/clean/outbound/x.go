// Ids that the program gives to its own requests to a process it started.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type reply struct{ text string }

type client struct {
	mu      sync.Mutex
	next    int
	waiting map[int]chan reply
	send    func(id int, text string) error
}

func (c *client) call(ctx context.Context, text string) (string, error) {
	c.mu.Lock()
	c.next++
	id, ch := c.next, make(chan reply, 1)
	c.waiting[id] = ch
	c.mu.Unlock()
	if err := c.send(id, text); err != nil {
		return "", err
	}
	select {
	case r := <-ch:
		return r.text, nil
	case <-ctx.Done():
		return "", errors.New("gave up")
	}
}

type in struct{ Text string }

func main() {
	c := &client{waiting: map[int]chan reply{}, send: func(int, string) error { return nil }}
	srv := mcp.NewServer(&mcp.Implementation{Name: "relay"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "relay"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		out, err := c.call(ctx, a.Text)
		return nil, out, err
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
