// Keys that are the sessions themselves, and entries that end with them.
package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type theatre struct {
	seats seats

	mu      sync.Mutex
	tickets map[*mcp.ServerSession][]string
}

type rowIn struct {
	Row int `json:"row"`
}

type nameIn struct {
	Name string `json:"name"`
}

func (t *theatre) sit(ctx context.Context, req *mcp.CallToolRequest, a rowIn) (*mcp.CallToolResult, any, error) {
	return text(strconv.Itoa(t.seats.take(req.Session, a.Row).Place)), nil, nil
}

func (t *theatre) where(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	st, ok := t.seats.find(req.Session)
	if !ok {
		return nil, nil, errors.New("no seat")
	}
	return text(strconv.Itoa(st.Row)), nil, nil
}

func (t *theatre) buy(ctx context.Context, req *mcp.CallToolRequest, a nameIn) (*mcp.CallToolResult, any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.tickets[req.Session]; !ok {
		go func() {
			_ = req.Session.Wait()
			t.mu.Lock()
			defer t.mu.Unlock()
			delete(t.tickets, req.Session)
		}()
	}
	t.tickets[req.Session] = append(t.tickets[req.Session], a.Name)
	return text("yours"), nil, nil
}

func (t *theatre) count(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return text(strconv.Itoa(len(t.tickets[req.Session]))), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	t := &theatre{tickets: map[*mcp.ServerSession][]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "theatre"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "sit", Description: "Takes a seat."}, t.sit)
	mcp.AddTool(srv, &mcp.Tool{Name: "where"}, t.where)
	mcp.AddTool(srv, &mcp.Tool{Name: "buy", Description: "Buys a ticket."}, t.buy)
	mcp.AddTool(srv, &mcp.Tool{Name: "count"}, t.count)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
