// One map per caller, with the handles inside.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type notes struct {
	mu sync.Mutex
	m  map[string]map[string]string
}

type in struct{ ID, Text string }

func (n *notes) save(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	user := req.Extra.TokenInfo.UserID
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.m[user] == nil {
		n.m[user] = map[string]string{}
	}
	n.m[user][a.ID] = a.Text
	return nil, nil, nil
}

func (n *notes) load(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	t, ok := n.m[req.Extra.TokenInfo.UserID][a.ID]
	if !ok {
		return nil, nil, errors.New("no such note")
	}
	return nil, t, nil
}

func main() {
	n := &notes{m: map[string]map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "save"}, n.save)
	mcp.AddTool(srv, &mcp.Tool{Name: "load"}, n.load)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
