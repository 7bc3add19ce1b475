// Drafts of a session.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type draft struct {
	Title string
}

type server struct {
	mu     sync.Mutex
	drafts map[string]draft
}

type titleIn struct {
	Title string `json:"title"`
}

type sendIn struct {
	To string `json:"to"`
}

func (s *server) start(_ context.Context, req *mcp.CallToolRequest, in titleIn) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := req.Session.ID()
	s.drafts[id] = draft{Title: in.Title}
	return text("started"), nil, nil
}

func (s *server) send(ctx context.Context, req *mcp.CallToolRequest, in sendIn) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	d, ok := s.drafts[req.Session.ID()]
	s.mu.Unlock()
	if !ok {
		return nil, nil, errors.New("no draft in this session")
	}
	return text(d.Title + " to " + in.To), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	s := &server{drafts: make(map[string]draft)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "mail"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "start_draft", Description: "Start a draft."}, s.start)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_draft", Description: "Send the draft."}, s.send)
	log.Fatal(http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
