// with github.com/mark3labs/mcp-go@v1.2.1

// One tool opens a page, the next ones read from it.
package main

import (
	"context"
	"sync"

	"github.com/go-rod/rod"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type surfer struct {
	mu      sync.Mutex
	browser *rod.Browser // want "^high sure main.surfer.browser: one browser is opened at start"
	page    *rod.Page    // want "^high sure main.surfer.page: a live resource stays open here"
}

func (s *surfer) open(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.page = s.browser.MustPage(req.GetString("url", ""))
	return mcp.NewToolResultText("open"), nil
}

func (s *surfer) html(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.page == nil {
		return mcp.NewToolResultError("open a page first"), nil
	}
	h, err := s.page.HTML()
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(h), nil
}

func (s *surfer) launch() error {
	s.browser = rod.New()
	return s.browser.Connect()
}

func main() {
	s := &surfer{}
	s.launch()
	m := server.NewMCPServer("surf", "1.0.0")
	m.AddTool(mcp.NewTool("open"), s.open)
	m.AddTool(mcp.NewTool("html"), s.html)
	server.NewStreamableHTTPServer(m).Start(":8080")
}
