// with github.com/mark3labs/mcp-go@v1.2.1

// The goroutine changes the record that the call put into the map.
package main

import (
	"context"
	"crypto/rand"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type scan struct {
	state string
	found []string
}

type scans struct {
	mu sync.RWMutex
	m  map[string]*scan // want "^high sure main.scans.m: work goes on after the answer"
}

func (s *scans) run(sc *scan, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sc.found = append(sc.found, path)
	sc.state = "done"
}

func (s *scans) start(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := rand.Text()
	sc := &scan{state: "running"}
	s.mu.Lock()
	s.m[id] = sc
	s.mu.Unlock()
	go s.run(sc, req.GetString("path", ""))
	return mcp.NewToolResultText(id), nil
}

func (s *scans) status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	sc := s.m[req.GetString("id", "")]
	if sc == nil {
		return mcp.NewToolResultError("no such scan"), nil
	}
	return mcp.NewToolResultText(sc.state), nil
}

func main() {
	s := &scans{m: map[string]*scan{}}
	m := server.NewMCPServer("scan", "1.0.0")
	m.AddTool(mcp.NewTool("start"), s.start)
	m.AddTool(mcp.NewTool("status"), s.status)
	server.NewStreamableHTTPServer(m).Start(":8080")
}
