// Two HTTP handlers written by hand: one makes the record, the other must
// find it by the header.
package main

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"sync"
)

type record struct{ client string }

type server struct {
	mu       sync.RWMutex
	sessions map[string]*record // want "^blocker (sure|likely) main.server.sessions: entries are keyed"
}

func (s *server) initialize(w http.ResponseWriter, r *http.Request) {
	var msg struct{ Client string }
	json.NewDecoder(r.Body).Decode(&msg)
	id := rand.Text()
	s.mu.Lock()
	s.sessions[id] = &record{client: msg.Client}
	s.mu.Unlock()
	w.Header().Set("mcp-session-id", id)
}

func (s *server) call(w http.ResponseWriter, r *http.Request) {
	s.mu.RLock()
	rec, ok := s.sessions[r.Header.Get("mcp-session-id")]
	s.mu.RUnlock()
	if !ok {
		http.Error(w, "session not found", http.StatusNotFound)
		return
	}
	json.NewEncoder(w).Encode(rec.client)
}

func main() {
	s := &server{sessions: map[string]*record{}}
	http.HandleFunc("POST /initialize", s.initialize)
	http.HandleFunc("POST /call", s.call)
	http.ListenAndServe(":8080", nil)
}
