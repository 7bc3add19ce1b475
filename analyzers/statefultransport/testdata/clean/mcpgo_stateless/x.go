// with github.com/mark3labs/mcp-go@v1.2.1

// Options that make every request stand alone, added one by one.
package main

import (
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	opts := []server.StreamableHTTPOption{server.WithEndpointPath("/mcp")}
	opts = append(opts, server.WithStateLess(true))
	if os.Getenv("QUIET") != "" {
		opts = append(opts, server.WithDisableStreaming(true))
	}
	server.NewStreamableHTTPServer(s, opts...).Start(":8080")
	server.NewStreamableHTTPServer(s, server.WithStateful(false)).Start(":8081")
}
