// Package lang serves an editor.
package lang

import (
	"encoding/json"
	"net/http"
)

// Server is a language server.
type Server struct{ root string }

// Serve answers one message.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request) {
	var m struct {
		Method string
		Params struct{ RootURI string }
	}
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	switch m.Method {
	case "initialize":
		s.root = m.Params.RootURI
	case "textDocument/hover":
		json.NewEncoder(w).Encode(s.root)
	}
}
