// with github.com/mark3labs/mcp-go@v1.2.1

// A manager that only looks at the form of an id, as the default does.
package main

import (
	"errors"
	"strings"

	"github.com/mark3labs/mcp-go/server"
)

type form struct{}

func (form) Generate() string { return "s-" }
func (form) Validate(id string) (bool, error) {
	if !strings.HasPrefix(id, "s-") {
		return false, errors.New("malformed session id")
	}
	return false, nil
}
func (form) Terminate(string) (bool, error) { return false, nil }

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	server.NewStreamableHTTPServer(s, server.WithSessionIdManager(form{})).Start(":8080")
}
