// with github.com/mark3labs/mcp-go@v1.2.1

// A cache by a digest of what was asked: a miss makes the entry anew, and the
// key is never told.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	mu    sync.Mutex
	upper = map[string]string{}
)

func shout(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text := req.GetString("text", "")
	sum := sha256.Sum256([]byte(text))
	key := hex.EncodeToString(sum[:])
	mu.Lock()
	defer mu.Unlock()
	out, ok := upper[key]
	if !ok {
		out = strings.ToUpper(text)
		upper[key] = out
	}
	return mcp.NewToolResultText(out), nil
}

func main() {
	s := server.NewMCPServer("shout", "1.0.0")
	s.AddTool(mcp.NewTool("shout", mcp.WithDescription("Shouts.")), shout)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
