// A dispatcher that counts handshakes, makes its answer to them once, and takes
// everything else from the request.
package main

import (
	"encoding/json"
	"log"
	"net/http"
)

type message struct {
	Method string
	Params struct {
		Meta map[string]any `json:"_meta"`
	}
}

type server struct {
	hellos int
	answer map[string]string
}

func (s *server) handle(m message) any {
	switch m.Method {
	case "initialize":
		s.hellos++
		log.Println("handshakes:", s.hellos)
		if s.answer == nil {
			s.answer = map[string]string{"name": "notes"}
		}
		return s.answer
	case "tools/call":
		return m.Params.Meta["client"]
	}
	return nil
}

func main() {
	s := &server{}
	http.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		var m message
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		json.NewEncoder(w).Encode(s.handle(m))
	})
	http.ListenAndServe(":8080", nil)
}
