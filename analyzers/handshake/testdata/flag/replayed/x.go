// A gateway asks the server behind it once and answers the handshakes of all
// clients with what the first was told.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

type message struct{ Method string }

type gateway struct {
	mu     sync.Mutex
	answer []byte // want "^high sure main.gateway.answer: what the first client's handshake was answered"
}

func (g *gateway) forward(body []byte) ([]byte, error) {
	resp, err := http.Post("http://127.0.0.1:9000/mcp", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func (g *gateway) begin(body []byte) ([]byte, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.answer != nil {
		return g.answer, nil
	}
	out, err := g.forward(body)
	if err != nil {
		return nil, err
	}
	g.answer = out
	return out, nil
}

func (g *gateway) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("MCP-Protocol-Version", "2025-11-25")
	if m.Method == "initialize" {
		out, err := g.begin(body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		w.Write(out)
		return
	}
	out, err := g.forward(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Write(out)
}

func main() {
	g := &gateway{}
	http.HandleFunc("/mcp", g.serve)
	http.ListenAndServe(":8080", nil)
}
