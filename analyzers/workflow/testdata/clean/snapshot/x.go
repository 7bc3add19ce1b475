// with github.com/mark3labs/mcp-go@v1.2.1

// What a backend last listed is kept by its name. Whoever finds nothing lists
// again, a few calls away.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type tool struct{ Backend, Name string }

type catalog struct {
	mu   sync.RWMutex
	last map[string][]tool
}

func (c *catalog) snapshot(backend string) []tool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	names := c.last[backend]
	if len(names) == 0 {
		return nil
	}
	return append([]tool(nil), names...)
}

func (c *catalog) refresh(backend string) error { return c.discover(backend) }

func (c *catalog) discover(backend string) error {
	resp, err := http.Get(backend + "/tools")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var names []string
	if err := json.NewDecoder(resp.Body).Decode(&names); err != nil {
		return err
	}
	c.mu.Lock()
	var tools []tool
	for _, n := range names {
		tools = append(tools, tool{backend, n})
	}
	c.last[backend] = tools
	c.mu.Unlock()
	return nil
}

func (c *catalog) reindex(backend string) []tool {
	names := c.snapshot(backend)
	if len(names) == 0 {
		if err := c.refresh(backend); err != nil {
			return nil
		}
		return c.snapshot(backend)
	}
	return names
}

func main() {
	c := &catalog{last: map[string][]tool{}}
	s := server.NewMCPServer("catalog", "1.0.0")
	s.AddTool(mcp.NewTool("connect_backend"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := c.refresh(req.GetString("backend", "")); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("connected"), nil
	})
	s.AddTool(mcp.NewTool("list_backend"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		b, err := json.Marshal(c.reindex(req.GetString("backend", "")))
		return mcp.NewToolResultText(string(b)), err
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
