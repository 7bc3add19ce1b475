// with github.com/mark3labs/mcp-go@v0.45.0

// A version that wants a session id on every call, with options that a helper collects.
package main

import (
	"time"

	"github.com/mark3labs/mcp-go/server"
)

func options(beat time.Duration) []server.StreamableHTTPOption {
	opts := []server.StreamableHTTPOption{server.WithEndpointPath("/mcp")}
	if beat > 0 {
		opts = append(opts, server.WithHeartbeatInterval(beat))
	}
	return opts
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	server.NewStreamableHTTPServer(s, options(time.Second)...).Start(":8080") // want "^blocker sure main.main: NewStreamableHTTPServer: the default of this SDK version"
}
