// with github.com/mark3labs/mcp-go@v1.2.1

// That an index is not there is remembered until the process ends; which
// mirror answers, too.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type search struct {
	mu     sync.Mutex
	fields map[string][]string // want "^medium likely main.search.fields: that something failed or was not there"
}

func (s *search) known(ctx context.Context, index string) ([]string, error) {
	s.mu.Lock()
	f, ok := s.fields[index]
	s.mu.Unlock()
	if ok {
		return f, nil
	}
	resp, err := http.Get("https://search.example/" + index)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		s.keep(index, []string{})
		return nil, nil
	}
	var names []string
	if err := json.NewDecoder(resp.Body).Decode(&names); err != nil {
		return nil, err
	}
	s.keep(index, names)
	return names, nil
}

func (s *search) keep(index string, names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fields[index] = names
}

func (s *search) close() {
	for index := range s.fields {
		delete(s.fields, index)
	}
}

var moved sync.Map // want "^medium likely main.moved: that something failed or was not there"

func get(path string) (*http.Response, error) {
	if old, ok := moved.Load(path); ok && old.(bool) {
		return http.Get("https://new.example/" + path)
	}
	resp, err := http.Get("https://old.example/" + path)
	if err != nil || resp.StatusCode != http.StatusGone {
		return resp, err
	}
	resp, err = http.Get("https://new.example/" + path)
	if err == nil && resp.StatusCode == http.StatusOK {
		moved.Store(path, true)
	}
	return resp, err
}

func main() {
	s := &search{fields: map[string][]string{}}
	defer s.close()
	srv := server.NewMCPServer("search", "1.0.0")
	srv.AddTool(mcp.NewTool("fields"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		names, err := s.known(ctx, req.GetString("index", ""))
		if err != nil {
			return nil, err
		}
		b, _ := json.Marshal(names)
		return mcp.NewToolResultText(string(b)), nil
	})
	srv.AddTool(mcp.NewTool("page"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := get(req.GetString("path", ""))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(resp.Status), resp.Body.Close()
	})
	server.NewStreamableHTTPServer(srv).Start(":8080")
}
