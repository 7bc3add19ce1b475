// Another API gets whatever headers its settings say; that the program knows
// the session header elsewhere makes it no client of MCP.
package main

import (
	"net/http"
	"strings"
)

var settings = map[string]string{"X-Model": "small", "Mcp-Session-Id": "none"}

func ask(w http.ResponseWriter, r *http.Request) {
	out, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "https://model.example.com/v1", strings.NewReader("{}"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	for k, v := range settings {
		out.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_ = resp.Body.Close()
}

func main() {
	http.HandleFunc("/ask", ask)
	http.ListenAndServe(":8080", nil)
}
