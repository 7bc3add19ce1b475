// with github.com/mark3labs/mcp-go@v1.2.1

// A cache of documents: what is missing is fetched again.
package main

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type page struct {
	body string
	at   time.Time
}

type docs struct {
	mu    sync.Mutex
	pages map[string]page
}

func (d *docs) get(url string) (string, error) {
	d.mu.Lock()
	p, ok := d.pages[url]
	d.mu.Unlock()
	if ok && time.Since(p.at) < time.Hour {
		return p.body, nil
	}
	resp, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	d.mu.Lock()
	d.pages[url] = page{string(b), time.Now()}
	d.mu.Unlock()
	return string(b), nil
}

func main() {
	d := &docs{pages: map[string]page{}}
	s := server.NewMCPServer("docs", "1.0.0")
	s.AddTool(mcp.NewTool("read"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		body, err := d.get(req.GetString("url", ""))
		if err != nil {
			return mcp.NewToolResultErrorFromErr("read", err), nil
		}
		return mcp.NewToolResultText(body), nil
	})
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
