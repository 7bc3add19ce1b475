// The second name is put together while the program runs: only the first is
// seen.
package main

import (
	"net/http"
	"strings"
)

func read(r *http.Request, parts ...string) string { return r.Header.Get(strings.Join(parts, "-")) }

func call(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Mcp-Session-Id") == "" { // want "^high sure main: header Mcp-Session-Id"
		http.Error(w, "session", http.StatusBadRequest)
		return
	}
	w.Write([]byte(read(r, "mcp", "session", "id")))
}

func main() {
	http.HandleFunc("/mcp", call)
	http.ListenAndServe(":8080", nil)
}
