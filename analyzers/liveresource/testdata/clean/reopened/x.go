// with github.com/mark3labs/mcp-go@v1.2.1

// One browser renders for all calls, each on a page of its own. Whoever asks for
// it starts another one when it is gone.
package main

import (
	"context"
	"sync"

	"github.com/go-rod/rod"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type engine struct {
	mu      sync.Mutex
	browser *rod.Browser
}

var (
	shared *engine
	once   sync.Once
)

func running() *engine {
	once.Do(func() { shared = &engine{} })
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.browser == nil {
		shared.start()
	}
	return shared
}

func (e *engine) start() {
	browser := rod.New()
	if err := browser.Connect(); err != nil {
		return
	}
	e.browser = browser
}

func (e *engine) stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.browser = nil
}

func main() {
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("render"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		e := running()
		page := e.browser.MustPage(req.GetString("url", ""))
		html, err := page.HTML()
		if err != nil {
			e.stop()
			return nil, err
		}
		return mcp.NewToolResultText(html), nil
	})
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
