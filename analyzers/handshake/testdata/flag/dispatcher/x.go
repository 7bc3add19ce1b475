// A dispatcher written by hand refuses calls of clients that made no handshake,
// and remembers the name that one client gave.
package main

import (
	"encoding/json"
	"errors"
	"net/http"
)

type message struct {
	Method string
	Params struct {
		Name       string
		ClientInfo struct{ Name string }
	}
}

type server struct {
	ready  bool   // want "^high sure main.server.ready: this is set at the handshake"
	client string // want "^high sure main.server.client: this is set at the handshake"
}

func (s *server) handle(m message) (string, error) {
	switch m.Method {
	case "initialize":
		s.begin(m)
		return "hello", nil
	case "tools/call":
		if !s.ready {
			return "", errors.New("not initialized")
		}
		return "done for " + s.client, nil
	}
	return "", errors.New("unknown method")
}

func (s *server) begin(m message) {
	s.ready = true
	s.client = m.Params.ClientInfo.Name
}

func main() {
	s := &server{}
	http.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		var m message
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		out, err := s.handle(m)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		json.NewEncoder(w).Encode(out)
	})
	http.ListenAndServe(":8080", nil)
}
