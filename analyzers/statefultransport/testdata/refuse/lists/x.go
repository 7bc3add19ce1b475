// with github.com/mark3labs/mcp-go@v1.2.1

// Options that somebody else makes, and one for sessions among others.
package main

import (
	"time"

	"github.com/mark3labs/mcp-go/server"
)

func serve(s *server.MCPServer, addr string, opts ...server.StreamableHTTPOption) error {
	return server.NewStreamableHTTPServer(s, opts...).Start(addr) // refuse "made elsewhere"
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	go serve(s, ":8081", server.WithEndpointPath("/mcp"))
	var opts []server.StreamableHTTPOption
	opts = append(opts, server.WithEndpointPath("/mcp"), server.WithSessionIdleTTL(time.Hour))
	server.NewStreamableHTTPServer(s, opts...).Start(":8080") // refuse "WithSessionIdleTTL at line .* is for sessions"
}
