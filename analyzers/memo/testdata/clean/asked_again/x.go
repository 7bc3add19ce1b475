// with github.com/modelcontextprotocol/go-sdk@v1.6.0

// Lists that are asked for again after a while, or that a file gives: start-up
// is not the last word.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type board struct {
	mu    sync.RWMutex
	names []string
	fixed []string
}

func (b *board) ask() error {
	resp, err := http.Get("https://boards.example/list")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var names []string
	if err := json.NewDecoder(resp.Body).Decode(&names); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.names = nil
	for _, n := range names {
		b.names = append(b.names, n)
	}
	return nil
}

func (b *board) watch() {
	for range time.Tick(time.Minute) {
		_ = b.ask()
	}
}

// configure takes the list from a file, or from where the file was published.
func (b *board) configure(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		resp, err := http.Get("https://boards.example/default.json")
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		return json.NewDecoder(resp.Body).Decode(&b.fixed)
	}
	var names []string
	if err := json.Unmarshal(raw, &names); err != nil {
		return err
	}
	b.fixed = append(b.fixed, names...)
	return nil
}

type none struct{}

func main() {
	b := &board{}
	if err := b.configure("boards.json"); err != nil {
		panic(err)
	}
	if err := b.ask(); err != nil {
		panic(err)
	}
	go b.watch()
	srv := mcp.NewServer(&mcp.Implementation{Name: "boards"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list_boards"}, func(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		b.mu.RLock()
		defer b.mu.RUnlock()
		return nil, map[string][]string{"boards": b.names, "fixed": b.fixed}, nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
