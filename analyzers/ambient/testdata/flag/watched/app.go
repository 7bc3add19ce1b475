// with github.com/mark3labs/mcp-go@v1.2.1

// One tool chooses what is watched and does nothing if that is watched already;
// another stops it. The choice is shared with a goroutine.
package main

import (
	"context"
	"log"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type watcher struct {
	mu     sync.Mutex
	folder string // want "^high sure main.watcher.folder: one request sets this value"
}

func (w *watcher) choose(folder string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.folder == folder {
		return ""
	}
	before := w.folder
	w.folder = folder
	go func() { log.Print("looking into ", folder) }()
	return before
}

func (w *watcher) stop(folder string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.folder != folder {
		return false
	}
	w.folder = ""
	return true
}

func main() {
	w := &watcher{}
	s := server.NewMCPServer("folders", "1.0.0")
	s.AddTool(mcp.NewTool("watch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("no longer watching " + w.choose(req.GetString("folder", "."))), nil
	})
	s.AddTool(mcp.NewTool("unwatch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !w.stop(req.GetString("folder", ".")) {
			return mcp.NewToolResultError("not watched"), nil
		}
		return mcp.NewToolResultText("stopped"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
