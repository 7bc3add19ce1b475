// with github.com/mark3labs/mcp-go@v1.2.1

// Makers and keepers of ids of the program's own.
package main

import (
	"crypto/rand"
	"errors"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type manager struct{ live sync.Map }

func (m *manager) Generate() string {
	id := rand.Text()
	m.live.Store(id, true)
	return id
}

func (m *manager) Validate(id string) (bool, error) {
	if _, ok := m.live.Load(id); !ok {
		return false, errors.New("unknown session")
	}
	return false, nil
}

func (m *manager) Terminate(id string) (bool, error) {
	m.live.Delete(id)
	return false, nil
}

func main() {
	s := server.NewMCPServer("x", "1.0.0")
	go server.NewStreamableHTTPServer(s, server.WithSessionIdManager(&manager{})).Start(":8080") // want "^medium sure main.main: WithSessionIdManager: session ids are made or checked here"
	srv := mcp.NewServer(&mcp.Implementation{Name: "y"}, &mcp.ServerOptions{
		GetSessionID: func() string { return "a-" + rand.Text() }, // want "^medium sure main.main: ServerOptions.GetSessionID"
	})
	http.ListenAndServe(":8081", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
