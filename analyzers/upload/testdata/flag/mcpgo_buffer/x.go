// with github.com/mark3labs/mcp-go@v1.2.1

// Text arrives in parts, under a name that the caller chooses, in buffers.
package main

import (
	"bytes"
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	mu      sync.Mutex
	uploads = map[string]*bytes.Buffer{} // want "^high sure main.uploads: content that arrives in pieces"
)

func upload(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mu.Lock()
	defer mu.Unlock()
	name := req.GetString("name", "")
	b := uploads[name]
	if b == nil {
		b = &bytes.Buffer{}
		uploads[name] = b
	}
	b.WriteString(req.GetString("text", ""))
	return mcp.NewToolResultText("ok"), nil
}

func commit(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mu.Lock()
	defer mu.Unlock()
	name := req.GetString("name", "")
	b, ok := uploads[name]
	if !ok {
		return mcp.NewToolResultError("nothing was uploaded under " + name), nil
	}
	delete(uploads, name)
	return mcp.NewToolResultText(b.String()), nil
}

func main() {
	s := server.NewMCPServer("up", "1.0.0")
	s.AddTool(mcp.NewTool("upload"), upload)
	s.AddTool(mcp.NewTool("commit"), commit)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
