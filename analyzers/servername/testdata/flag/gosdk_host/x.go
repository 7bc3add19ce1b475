// The name ends in the host's.
package main

import (
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "files-" + host, Version: "1"}, nil) // want "^medium sure main.main: server name: the server's name differs per instance"
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
