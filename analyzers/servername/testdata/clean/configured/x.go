// with github.com/mark3labs/mcp-go@v1.2.1

// A name from the environment, the same for all replicas of a deployment.
package main

import (
	"cmp"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer(cmp.Or(os.Getenv("SERVER_NAME"), "notes"), "1.0.0")
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
