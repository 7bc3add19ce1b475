// with github.com/mark3labs/mcp-go@v1.2.1

// Channels of listeners: a tool sends to each.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type hub struct {
	mu        sync.Mutex
	listeners map[chan string]bool // want "^high sure main.hub.listeners: subscribers are kept in this process"
}

func (h *hub) listen(w http.ResponseWriter, r *http.Request) {
	ch := make(chan string, 8)
	h.mu.Lock()
	h.listeners[ch] = true
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.listeners, ch)
		h.mu.Unlock()
	}()
	for {
		select {
		case msg := <-ch:
			fmt.Fprintf(w, "data: %s\n\n", msg)
		case <-r.Context().Done():
			return
		}
	}
}

func (h *hub) say(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.listeners {
		ch <- req.GetString("text", "")
	}
	return mcp.NewToolResultText("said"), nil
}

func main() {
	h := &hub{listeners: map[chan string]bool{}}
	s := server.NewMCPServer("chat", "1.0.0")
	s.AddTool(mcp.NewTool("say"), h.say)
	http.HandleFunc("/listen", h.listen)
	http.Handle("/mcp", server.NewStreamableHTTPServer(s))
	http.ListenAndServe(":8080", nil)
}
