// The body goes on as it came, and so may its headers; what renames a tool
// serves another request.
package main

import (
	"encoding/json"
	"io"
	"net/http"
)

func forward(w http.ResponseWriter, r *http.Request) {
	out, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "http://shop.internal/mcp", r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	for k, values := range r.Header {
		for _, v := range values {
			out.Header.Add(k, v)
		}
	}
	resp, err := http.DefaultClient.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	_, _ = io.Copy(w, resp.Body)
}

func preview(w http.ResponseWriter, r *http.Request) {
	var msg map[string]any
	if err := json.NewDecoder(r.Body).Decode(&msg); err != nil || msg["method"] != "tools/call" {
		http.Error(w, "not a call of a tool", http.StatusBadRequest)
		return
	}
	if params, ok := msg["params"].(map[string]any); ok {
		params["name"] = "preview"
	}
	_ = json.NewEncoder(w).Encode(msg)
}

func main() {
	http.HandleFunc("POST /mcp", forward)
	http.HandleFunc("POST /preview", preview)
	http.ListenAndServe(":8080", nil)
}
