// with github.com/mark3labs/mcp-go@v1.2.1

// A token of the process that is renewed when it has run out: the same for
// every caller.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type source struct {
	mu      sync.Mutex
	token   string
	expires time.Time
}

func (s *source) get() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.expires) {
		return s.token, nil
	}
	resp, err := http.Get("https://auth.example/token")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var body struct {
		Token string
		TTL   int
	}
	if err := json.NewDecoder(resp.Body).Decode(&body); err != nil {
		return "", err
	}
	s.token, s.expires = body.Token, time.Now().Add(time.Duration(body.TTL)*time.Second)
	return s.token, nil
}

func main() {
	src := &source{}
	s := server.NewMCPServer("api", "1.0.0")
	s.AddTool(mcp.NewTool("status"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		tok, err := src.get()
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(tok[:3]), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
