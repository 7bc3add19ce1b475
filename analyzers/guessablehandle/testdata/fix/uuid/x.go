// Ids that are made from the time and the machine.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	mu    sync.Mutex
	plans = map[string]string{}
)

type in struct{ ID, Text string }

func plan(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u, err := uuid.NewUUID()
	if err != nil {
		return nil, nil, err
	}
	mu.Lock()
	defer mu.Unlock()
	plans[u.String()] = a.Text
	return nil, u.String(), nil
}

func run(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	p, ok := plans[a.ID]
	if !ok {
		return nil, nil, errors.New("no such plan")
	}
	delete(plans, a.ID)
	return nil, p, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "plans"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "plan"}, plan)
	mcp.AddTool(srv, &mcp.Tool{Name: "run"}, run)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
