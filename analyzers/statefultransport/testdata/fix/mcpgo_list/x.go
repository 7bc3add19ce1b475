// with github.com/mark3labs/mcp-go@v1.2.1

// Options that are put together before.
package main

import (
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	opts := []server.StreamableHTTPOption{server.WithEndpointPath("/mcp")}
	if os.Getenv("QUIET") != "" {
		opts = append(opts, server.WithDisableStreaming(true))
	}
	if err := server.NewStreamableHTTPServer(s, opts...).Start(":8080"); err != nil {
		os.Exit(1)
	}
}
