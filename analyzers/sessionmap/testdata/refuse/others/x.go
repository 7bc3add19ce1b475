// Entries of other sessions than the caller's, and entries that all sessions share.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type desk struct {
	srv    *mcp.Server
	inbox  map[string][]string // refuse "the key at x.go:[0-9]+ is not plainly the id of the session"
	calls  map[string]*calls   // refuse "the session that callsOf is given at x.go:[0-9]+ is not plainly the caller's own"
	boards map[string]*board   // refuse "the key at x.go:[0-9]+ is not plainly the id of the session"
	stamps map[string]*stamp   // refuse "the arguments of the handler at x.go:[0-9]+ have a method UnmarshalJSON, which would leave a new one out"
}

type (
	calls struct{ Missed int }
	board struct{ Lines []string }
	stamp struct{ Text string }
)

type in struct {
	Text string `json:"text"`
	Room string `json:"room,omitempty"`
}

func (d *desk) tell(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for other := range d.srv.Sessions() {
		if other == req.Session {
			continue
		}
		d.inbox[other.ID()] = append(d.inbox[other.ID()], a.Text)
		d.callsOf(other).Missed++
		log.Print(other)
	}
	return nil, nil, nil
}

func (d *desk) read(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, d.inbox[req.Session.ID()], nil
}

func (d *desk) callsOf(s *mcp.ServerSession) *calls {
	c := d.calls[s.ID()]
	if c == nil {
		c = &calls{}
		d.calls[s.ID()] = c
	}
	return c
}

func (d *desk) missed(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, d.callsOf(req.Session).Missed, nil
}

func (d *desk) write(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	key := "lobby"
	if a.Room == "" {
		key = req.Session.ID()
	}
	b := d.boards[key]
	if b == nil {
		b = &board{}
		d.boards[key] = b
	}
	b.Lines = append(b.Lines, a.Text)
	return &mcp.CallToolResult{}, nil, nil
}

func (d *desk) look(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, d.boards[req.Session.ID()], nil
}

type raw struct{ Text string }

func (r *raw) UnmarshalJSON(b []byte) error {
	r.Text = string(b)
	return nil
}

func (d *desk) put(ctx context.Context, req *mcp.CallToolRequest, a raw) (*mcp.CallToolResult, any, error) {
	s := d.stamps[req.Session.ID()]
	if s == nil {
		s = &stamp{}
		d.stamps[req.Session.ID()] = s
	}
	s.Text += a.Text
	return &mcp.CallToolResult{}, nil, nil
}

func (d *desk) show(ctx context.Context, req *mcp.CallToolRequest, a raw) (*mcp.CallToolResult, any, error) {
	s := d.stamps[req.Session.ID()]
	if s == nil {
		return nil, "none", nil
	}
	return nil, s.Text, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	d := &desk{srv: srv, inbox: map[string][]string{}, calls: map[string]*calls{}, boards: map[string]*board{}, stamps: map[string]*stamp{}}
	mcp.AddTool(srv, &mcp.Tool{Name: "tell"}, d.tell)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, d.read)
	mcp.AddTool(srv, &mcp.Tool{Name: "missed"}, d.missed)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, d.write)
	mcp.AddTool(srv, &mcp.Tool{Name: "look"}, d.look)
	mcp.AddTool(srv, &mcp.Tool{Name: "put"}, d.put)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, d.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
