// with github.com/mark3labs/mcp-go@v1.2.1

// The name holds the number of the process, through a helper and a field.
package main

import (
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

type config struct{ name string }

func load() config { return config{name: fmt.Sprintf("notes-%d", os.Getpid())} }

func build(c config) *server.MCPServer {
	return server.NewMCPServer(c.name, "1.0.0") // want "^medium sure main.build: server name"
}

func main() {
	server.NewStreamableHTTPServer(build(load()), server.WithStateLess(true)).Start(":8080")
}
