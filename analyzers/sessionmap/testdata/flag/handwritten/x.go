// A dispatcher written by hand: initialize makes the record, every other
// request must find it.
package main

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"sync"
)

type record struct {
	client string
	ready  bool
}

type server struct {
	mu       sync.RWMutex
	sessions map[string]*record // want "^blocker (sure|likely) main.server.sessions: entries are keyed"
}

type message struct {
	Method string
	Params struct{ Client string }
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var msg message
	json.NewDecoder(r.Body).Decode(&msg)
	switch msg.Method {
	case "initialize":
		s.initialize(w, msg)
	default:
		s.call(w, r.Header.Get("mcp-session-id"))
	}
}

func (s *server) initialize(w http.ResponseWriter, msg message) {
	id := rand.Text()
	s.mu.Lock()
	s.sessions[id] = &record{client: msg.Params.Client}
	s.mu.Unlock()
	w.Header().Set("mcp-session-id", id)
}

func (s *server) call(w http.ResponseWriter, id string) {
	s.mu.RLock()
	rec, ok := s.sessions[id]
	s.mu.RUnlock()
	if !ok {
		http.Error(w, "session not found", http.StatusNotFound)
		return
	}
	json.NewEncoder(w).Encode(rec.client)
}

func main() {
	http.ListenAndServe(":8080", &server{sessions: map[string]*record{}})
}
