// with github.com/mark3labs/mcp-go@v1.2.1

// What outside code made for a run is kept under an id for the time of the run
// and by a sweep. No caller ever learns the id.
package main

import (
	"context"
	"os/exec"
	"sync"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type engine struct {
	mu   sync.Mutex
	runs map[string][]byte
}

func (e *engine) note(id string, state []byte) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	before := e.runs[id]
	e.runs[id] = state
	return len(before)
}

func (e *engine) run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := uuid.New().String()
	for range 3 {
		out, err := exec.CommandContext(ctx, "step").Output()
		if err != nil {
			return nil, err
		}
		if e.note(id, out) > 4096 {
			break
		}
	}
	return mcp.NewToolResultText("done"), nil
}

func (e *engine) sweep() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for id := range e.runs {
		delete(e.runs, id)
	}
}

func main() {
	e := &engine{runs: map[string][]byte{}}
	s := server.NewMCPServer("runs", "1.0.0")
	s.AddTool(mcp.NewTool("run"), e.run)
	go e.sweep()
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
