// with github.com/mark3labs/mcp-go@v1.2.1

// A manager that keeps nothing: any replica takes any well-formed id.
package main

import (
	"crypto/rand"
	"errors"
	"strings"

	"github.com/mark3labs/mcp-go/server"
)

type manager struct{ prefix string }

func (m *manager) Generate() string { return m.prefix + rand.Text() }

func (m *manager) Validate(id string) (bool, error) {
	if !strings.HasPrefix(id, m.prefix) {
		return false, errors.New("malformed session id")
	}
	return false, nil
}

func (m *manager) Terminate(id string) (bool, error) { return false, nil }

func main() {
	s := server.NewMCPServer("x", "1.0.0")
	server.NewStreamableHTTPServer(s, server.WithSessionIdManager(&manager{"s-"})).Start(":8080")
}
