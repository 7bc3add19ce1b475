// with github.com/mark3labs/mcp-go@v1.2.1

// Grants are kept under what the server handed out for them, and renewed in
// place: what another service answered, and until when it is good.
package main

import (
	"context"
	"crypto/rand"
	"os/exec"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type grant struct {
	access  []byte
	expires time.Time
}

type vault struct {
	mu     sync.RWMutex
	grants map[string]*grant // want "^high sure main.vault.grants: what one call stores here"
}

func (v *vault) open(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	access, err := exec.Command("grant").Output()
	if err != nil {
		return nil, err
	}
	id := rand.Text()
	v.mu.Lock()
	v.grants[id] = &grant{access: access, expires: time.Now().Add(time.Hour)}
	v.mu.Unlock()
	return mcp.NewToolResultText(id), nil
}

func (v *vault) find(id string) (*grant, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	g, ok := v.grants[id]
	return g, ok
}

func (v *vault) use(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	g, ok := v.find(req.GetString("grant", ""))
	if !ok {
		return mcp.NewToolResultError("no such grant, open one"), nil
	}
	if time.Now().After(g.expires) {
		access, err := exec.Command("renew").Output()
		if err != nil {
			return nil, err
		}
		v.mu.Lock()
		g.access, g.expires = access, time.Now().Add(time.Hour)
		v.mu.Unlock()
	}
	return mcp.NewToolResultText(string(g.access)), nil
}

func (v *vault) sweep() {
	for range time.Tick(time.Minute) {
		v.mu.Lock()
		for id, g := range v.grants {
			if time.Now().After(g.expires) {
				delete(v.grants, id)
			}
		}
		v.mu.Unlock()
	}
}

func main() {
	v := &vault{grants: map[string]*grant{}}
	go v.sweep()
	s := server.NewMCPServer("vault", "1.0.0")
	s.AddTool(mcp.NewTool("open_grant"), v.open)
	s.AddTool(mcp.NewTool("use_grant"), v.use)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
