// Approvals that are good for one call: of two calls at once, one gets each.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type approval struct {
	Target string
	Until  time.Time
}

type approvals struct {
	mu   sync.Mutex
	open map[string]*approval
}

type in struct{ Token, Target string }

func (a *approvals) use(token string) (*approval, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	x, ok := a.open[token]
	if !ok {
		return nil, errors.New("no such approval")
	}
	delete(a.open, token) // good for one call
	if time.Now().After(x.Until) {
		return nil, errors.New("too late")
	}
	return x, nil
}

func (a *approvals) ask(ctx context.Context, req *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open[i.Token] = &approval{Target: i.Target, Until: time.Now().Add(10 * time.Minute)}
	return nil, "asked", nil
}

func (a *approvals) remove(ctx context.Context, req *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	x, err := a.use(i.Token)
	if err != nil {
		return nil, nil, err
	}
	return nil, "removed " + x.Target, nil
}

func main() {
	a := &approvals{open: map[string]*approval{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ask", Description: "Asks."}, a.ask)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove", Description: "Removes."}, a.remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
