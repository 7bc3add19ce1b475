// with github.com/mark3labs/mcp-go@v1.2.1

// When a call started is kept under the id that the client chose for it.
package main

import (
	"context"
	"fmt"
	"log"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	var started sync.Map // want "^info sure main.main.started: entries are keyed by the JSON-RPC id"
	h := &server.Hooks{}
	h.AddBeforeCallTool(func(ctx context.Context, id any, message *mcp.CallToolRequest) {
		started.Store(fmt.Sprint(id), time.Now())
	})
	h.AddAfterCallTool(func(ctx context.Context, id any, message *mcp.CallToolRequest, result any) {
		if t, ok := started.LoadAndDelete(fmt.Sprint(id)); ok {
			log.Print(time.Since(t.(time.Time)))
		}
	})
	s := server.NewMCPServer("slow", "1.0.0", server.WithHooks(h))
	s.AddTool(mcp.NewTool("wait"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("done"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
