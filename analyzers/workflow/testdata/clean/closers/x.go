// with github.com/mark3labs/mcp-go@v1.2.1

// Open files are noted under the name that a caller gave, only to be closed all
// together when another folder is chosen: nobody looks one up.
package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type reader struct {
	mu   sync.Mutex
	open map[string]io.Closer
}

func (r *reader) read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.open[name] = f
	r.mu.Unlock()
	line, err := bufio.NewReader(f).ReadString('\n')
	return mcp.NewToolResultText(line), err
}

func (r *reader) closeAll(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, f := range r.open {
		if f.Close() == nil {
			delete(r.open, name)
		}
	}
	return mcp.NewToolResultText("closed"), nil
}

func main() {
	r := &reader{open: map[string]io.Closer{}}
	s := server.NewMCPServer("reader", "1.0.0")
	s.AddTool(mcp.NewTool("read_line"), r.read)
	s.AddTool(mcp.NewTool("close_all"), r.closeAll)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
