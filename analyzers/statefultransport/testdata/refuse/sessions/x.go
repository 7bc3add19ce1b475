// with github.com/mark3labs/mcp-go@v1.2.1

// Options that are for sessions.
package main

import (
	"time"

	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	server.NewStreamableHTTPServer(s, server.WithSessionIdleTTL(time.Hour)).Start(":8080") // refuse "WithSessionIdleTTL at line .* is for sessions"
}
