// with github.com/mark3labs/mcp-go@v1.2.1

// A request that resolves a name also remembers the number behind it; without
// it, the name is used.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type source struct {
	ID   int
	Name string
}

var numbers sync.Map

func resolve(name string) (*source, error) {
	resp, err := http.Get("https://sources.example/" + name)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var s source
	if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
		return nil, err
	}
	remember(&s)
	return &s, nil
}

func remember(s *source) { numbers.Store(s.Name, s.ID) }

func path(name string) string {
	if n, ok := numbers.Load(name); ok {
		return "/by-number/" + strconv.Itoa(n.(int))
	}
	return "/by-name/" + name
}

func main() {
	s := server.NewMCPServer("sources", "1.0.0")
	s.AddTool(mcp.NewTool("query"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		src, err := resolve(req.GetString("source", ""))
		if err != nil {
			return nil, err
		}
		resp, err := http.Get("https://sources.example" + path(src.Name))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(resp.Status), resp.Body.Close()
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
