// with github.com/mark3labs/mcp-go@v0.43.0

// A version whose default manager keeps the ids that it mints.
package main

import "github.com/mark3labs/mcp-go/server"

func serve(s *server.MCPServer) error {
	return server.NewStreamableHTTPServer(s).Start(":8080") // want "^blocker sure main.serve: NewStreamableHTTPServer: ids are checked"
}

func main() {
	serve(server.NewMCPServer("notes", "1.0.0"))
}
