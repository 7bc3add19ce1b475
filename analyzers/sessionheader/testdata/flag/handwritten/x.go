// A handler written by hand wants the header and echoes it.
package main

import (
	"encoding/json"
	"net/http"
)

func call(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get("mcp-session-id") // want "^high sure main: header Mcp-Session-Id"
	if id == "" {
		http.Error(w, "session required", http.StatusBadRequest)
		return
	}
	w.Header().Set("MCP-Session-ID", id)
	json.NewEncoder(w).Encode(map[string]string{"jsonrpc": "2.0"})
}

func main() {
	http.HandleFunc("/mcp", call)
	http.ListenAndServe(":8080", nil)
}
