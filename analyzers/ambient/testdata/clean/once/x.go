// with github.com/mark3labs/mcp-go@v1.2.1

// A client of the process, made on first use from the environment.
package main

import (
	"context"
	"net/http"
	"os"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type client struct {
	base string
	http *http.Client
}

var (
	once   sync.Once
	shared *client

	mu   sync.Mutex
	lazy *client
)

func get() *client {
	once.Do(func() { shared = &client{base: os.Getenv("API_URL"), http: &http.Client{}} })
	return shared
}

func getLazy() *client {
	mu.Lock()
	defer mu.Unlock()
	if lazy == nil {
		lazy = &client{base: os.Getenv("API_URL"), http: &http.Client{}}
	}
	return lazy
}

func main() {
	s := server.NewMCPServer("api", "1.0.0")
	s.AddTool(mcp.NewTool("status"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := get().http.Get(get().base); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(getLazy().base), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
