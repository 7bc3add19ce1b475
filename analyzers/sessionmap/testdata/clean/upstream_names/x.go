// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What another server lists is kept by its own names; the context that the question
// travels with holds the caller's session.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type sessionKey struct{}

type upstream struct {
	mu      sync.Mutex
	session *mcp.ClientSession
	known   map[string]string
}

func (u *upstream) refresh(ctx context.Context) error {
	res, err := u.session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, t := range res.Tools {
		u.known[t.Name] = t.Description
	}
	return nil
}

type of struct{ Tool string }

func (u *upstream) describe(ctx context.Context, req *mcp.CallToolRequest, in of) (*mcp.CallToolResult, any, error) {
	if err := u.refresh(context.WithValue(ctx, sessionKey{}, req.Session)); err != nil {
		return nil, nil, err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return nil, u.known[in.Tool], nil
}

func main() {
	c := mcp.NewClient(&mcp.Implementation{Name: "x"}, nil)
	session, err := c.Connect(context.Background(), &mcp.CommandTransport{}, nil)
	if err != nil {
		panic(err)
	}
	u := &upstream{session: session, known: map[string]string{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "describe"}, u.describe)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
