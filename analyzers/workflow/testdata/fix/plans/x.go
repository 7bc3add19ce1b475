// Plans under ids that count up.
package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type plan struct {
	Text  string
	Steps []string
}

type drafts struct {
	mu   sync.Mutex
	next int
	// m holds the plans
	m map[string]plan
}

type in struct{ ID, Text string }

func (d *drafts) create(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.next++
	id := "draft-" + strconv.Itoa(d.next)
	d.m[id] = plan{Text: a.Text}
	return nil, id, nil
}

func (d *drafts) send(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, ok := d.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such draft")
	}
	delete(d.m, a.ID)
	return nil, text, nil
}

func main() {
	d := &drafts{m: map[string]plan{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "mail"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create", Description: "Creates a plan. The id that it returns is good until the server restarts, at most."}, d.create)
	mcp.AddTool(srv, &mcp.Tool{Name: "send"}, d.send)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
