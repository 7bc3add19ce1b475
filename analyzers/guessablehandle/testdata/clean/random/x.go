// Ids of 128 random bits.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type drafts struct {
	mu sync.Mutex
	m  map[string]string
}

type in struct{ ID, Text string }

func newID() (string, error) {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return "", err
	}
	return hex.EncodeToString(b), nil
}

func (d *drafts) create(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id, err := newID()
	if err != nil {
		return nil, nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.m[id] = a.Text
	return nil, id, nil
}

func (d *drafts) send(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, ok := d.m[a.ID]
	if !ok {
		return nil, nil, errors.New("no such draft")
	}
	return nil, text, nil
}

func main() {
	d := &drafts{m: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "mail"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create"}, d.create)
	mcp.AddTool(srv, &mcp.Tool{Name: "send"}, d.send)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
