// with github.com/mark3labs/mcp-go@v1.2.1

// Hooks that only log and count.
package main

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var clients atomic.Int64

func main() {
	h := &server.Hooks{}
	h.AddAfterInitialize(func(ctx context.Context, id any, req *mcp.InitializeRequest, res *mcp.InitializeResult) {
		slog.Info("client", "name", req.Params.ClientInfo.Name, "n", clients.Add(1))
	})
	h.AddOnRegisterSession(func(ctx context.Context, s server.ClientSession) {
		slog.Info("session", "id", s.SessionID())
	})
	server.NewStreamableHTTPServer(server.NewMCPServer("log", "1.0.0", server.WithHooks(h))).Start(":8080")
}
