// A transport written by hand answers a call on the stream that another request
// holds open, and drops the answer when its queue is full.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
)

type stream struct {
	id    string
	queue chan string
}

func (s *stream) send(text string) error {
	select {
	case s.queue <- text:
		return nil
	default:
		return errors.New("the client is too slow")
	}
}

type hub struct {
	mu      sync.Mutex
	streams map[string]*stream // want "^high likely main.hub.streams: messages go through a queue of this process"
}

func (h *hub) open(w http.ResponseWriter, r *http.Request) {
	s := &stream{id: r.Header.Get("Mcp-Session-Id"), queue: make(chan string, 8)}
	h.mu.Lock()
	h.streams[s.id] = s
	h.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		select {
		case m := <-s.queue:
			fmt.Fprintf(w, "data: %s\n\n", m)
		case <-r.Context().Done():
			return
		}
	}
}

func (h *hub) post(w http.ResponseWriter, r *http.Request) {
	var m struct{ Method string }
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	h.mu.Lock()
	s := h.streams[r.Header.Get("Mcp-Session-Id")]
	h.mu.Unlock()
	if s == nil {
		http.Error(w, "no such session", http.StatusNotFound)
		return
	}
	switch m.Method {
	case "tools/call":
		if err := s.send("called"); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	}
}

func main() {
	h := &hub{streams: map[string]*stream{}}
	http.HandleFunc("GET /mcp", h.open)
	http.HandleFunc("POST /mcp", h.post)
	http.ListenAndServe(":8080", nil)
}
