// A list that grows and a counter whose value is the answer.
package main

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type journal struct {
	mu      sync.Mutex
	entries []string
	pulls   int
}

func (j *journal) write(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, req.GetString("text", "")) // want `^low sure tool journal: .*it appends to main.journal.entries twice`
	return mcp.NewToolResultText(strings.Join(j.entries, "\n")), nil
}

func (j *journal) pull(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pulls++ // want "tool ticket_number: .*it counts up main.journal.pulls twice"
	return mcp.NewToolResultText(fmt.Sprint("your number is ", j.pulls)), nil
}

func (j *journal) list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return mcp.NewToolResultText(strings.Join(j.entries, "\n")), nil
}

func main() {
	j := &journal{}
	s := server.NewMCPServer("journal", "1")
	s.AddTool(mcp.NewTool("journal", mcp.WithDescription("A diary for the agent")), j.write)
	s.AddTool(mcp.NewTool("ticket_number", mcp.WithDescription("A number for the queue")), j.pull)
	s.AddTool(mcp.NewTool("list_entries", mcp.WithDescription("Lists the diary")), j.list)
	server.ServeStdio(s)
}
