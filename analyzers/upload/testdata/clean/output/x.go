// with github.com/mark3labs/mcp-go@v1.2.1

// What grows is the output of a program, not what callers bring.
package main

import (
	"bytes"
	"context"
	"os/exec"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type runner struct {
	mu  sync.Mutex
	out map[string]*bytes.Buffer
}

func (r *runner) start(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	b := &bytes.Buffer{}
	r.mu.Lock()
	r.out[name] = b
	r.mu.Unlock()
	go func() {
		data, _ := exec.Command("build").Output()
		b.Write(data)
	}()
	return mcp.NewToolResultText("started"), nil
}

func (r *runner) show(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, ok := r.out[req.GetString("name", "")]
	if !ok {
		return mcp.NewToolResultError("no such build"), nil
	}
	return mcp.NewToolResultText(b.String()), nil
}

func main() {
	r := &runner{out: map[string]*bytes.Buffer{}}
	s := server.NewMCPServer("build", "1.0.0")
	s.AddTool(mcp.NewTool("start"), r.start)
	s.AddTool(mcp.NewTool("show"), r.show)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
