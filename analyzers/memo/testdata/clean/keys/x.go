// with github.com/mark3labs/mcp-go@v1.2.1

// Public keys by issuer, fetched again when they are old.
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

type keys struct {
	set map[string]string
	at  time.Time
}

type jwks struct {
	mu sync.Mutex
	m  map[string]*keys
}

func (j *jwks) key(issuer, kid string) (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	k := j.m[issuer]
	if k == nil || time.Since(k.at) > time.Hour {
		resp, err := http.Get(issuer + "/jwks")
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		k = &keys{at: time.Now()}
		if err := json.NewDecoder(resp.Body).Decode(&k.set); err != nil {
			return "", err
		}
		j.m[issuer] = k
	}
	return k.set[kid], nil
}

func main() {
	j := &jwks{m: map[string]*keys{}}
	s := server.NewMCPServer("auth", "1.0.0")
	s.AddTool(mcp.NewTool("verify"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		k, err := j.key("https://issuer.example", req.GetString("kid", ""))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(k), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
