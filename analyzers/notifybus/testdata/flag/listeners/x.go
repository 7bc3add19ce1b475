// An HTTP call changes the settings of the replica that it happens to reach: its
// listeners were registered at start-up.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type settings struct{ Greeting string }

type reloader struct {
	mu        sync.Mutex
	listeners map[chan *settings]bool // want "^medium likely main.reloader.listeners: a request tells only the listeners of the process that it reaches"
}

func (r *reloader) listen() <-chan *settings {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := make(chan *settings, 1)
	r.listeners[c] = true
	return c
}

func (r *reloader) reload(w http.ResponseWriter, req *http.Request) {
	var s settings
	if err := json.NewDecoder(req.Body).Decode(&s); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.listeners {
		select {
		case c <- &s:
		default:
		}
	}
}

func main() {
	r := &reloader{listeners: map[chan *settings]bool{}}
	greeting := "hello"
	var mu sync.Mutex
	news := r.listen()
	go func() {
		for s := range news {
			mu.Lock()
			greeting = s.Greeting
			mu.Unlock()
		}
	}()
	srv := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		mu.Lock()
		defer mu.Unlock()
		return nil, greeting, nil
	})
	http.HandleFunc("POST /reload", r.reload)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
