// A small generic container of the module's own keeps what a session has, and falls back to one name where there is no session.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/app/shelf"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type locker struct{ Things []string }

type station struct {
	lockers *shelf.Shelf[string, locker]
	notes   map[string]string
}

type thingIn struct {
	Thing string `json:"thing"`
}

func (s *station) put(ctx context.Context, req *mcp.CallToolRequest, a thingIn) (*mcp.CallToolResult, any, error) {
	s.lockers.Put(req.Session.ID(), locker{Things: []string{a.Thing}})
	return text("kept"), nil, nil
}

func (s *station) fetch(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	l, ok := s.lockers.Get(req.Session.ID())
	if !ok {
		return text("nothing there"), nil, nil
	}
	s.lockers.Drop(req.Session.ID())
	return text(l.Things[0]), nil, nil
}

func (s *station) note(ctx context.Context, req *mcp.CallToolRequest, a thingIn) (*mcp.CallToolResult, any, error) {
	if req.Session != nil && req.Session.ID() != "" {
		s.notes[req.Session.ID()] = a.Thing
	} else {
		s.notes["everyone"] = a.Thing
	}
	return text("noted"), nil, nil
}

func (s *station) read(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	note := ""
	if req.Session != nil && req.Session.ID() != "" {
		note = s.notes[req.Session.ID()]
	} else {
		note = s.notes["everyone"]
	}
	return text(note), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	s := &station{lockers: shelf.New[string, locker](time.Hour), notes: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "station"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "put", Description: "Puts a thing into the locker."}, s.put)
	mcp.AddTool(srv, &mcp.Tool{Name: "fetch"}, s.fetch)
	mcp.AddTool(srv, &mcp.Tool{Name: "note", Description: "Writes a note."}, s.note)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, s.read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
