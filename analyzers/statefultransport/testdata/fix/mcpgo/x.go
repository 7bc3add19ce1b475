// with github.com/mark3labs/mcp-go@v1.2.1

// An option more.
package main

import "github.com/mark3labs/mcp-go/server"

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	server.NewStreamableHTTPServer(s).Start(":8080")
	server.NewStreamableHTTPServer(s,
		server.WithEndpointPath("/mcp"),
	).Start(":8081")
}
