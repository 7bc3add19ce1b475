// with github.com/mark3labs/mcp-go@v1.2.1

// Names that the caller chooses; a number that never leaves the process.
package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type notes struct {
	mu  sync.Mutex
	seq int
	m   map[string]string
	log map[int]time.Time
}

func (n *notes) save(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.seq++
	n.log[n.seq] = time.Now()
	slog.Info("saved", "n", n.seq)
	n.m[req.GetString("name", "")] = req.GetString("text", "")
	return mcp.NewToolResultText("saved"), nil
}

func (n *notes) load(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	t, ok := n.m[req.GetString("name", "")]
	if !ok {
		return mcp.NewToolResultError("no such note"), nil
	}
	return mcp.NewToolResultText(t), nil
}

func main() {
	n := &notes{m: map[string]string{}, log: map[int]time.Time{}}
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("save"), n.save)
	s.AddTool(mcp.NewTool("load"), n.load)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
