// The gateway renames the tool and sets the header from what it sends.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

func forward(w http.ResponseWriter, r *http.Request) {
	var msg map[string]any
	if err := json.NewDecoder(r.Body).Decode(&msg); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	params, _ := msg["params"].(map[string]any)
	if params == nil || msg["method"] != "tools/call" {
		http.Error(w, "not a call of a tool", http.StatusBadRequest)
		return
	}
	name, _ := params["name"].(string)
	name = strings.TrimPrefix(name, "shop_")
	params["name"] = name
	body, err := json.Marshal(msg)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	out, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "http://shop.internal/mcp", bytes.NewReader(body))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	for k, values := range r.Header {
		for _, v := range values {
			out.Header.Add(k, v)
		}
	}
	out.Header.Set("Mcp-Name", name)
	resp, err := http.DefaultClient.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	_, _ = io.Copy(w, resp.Body)
}

func main() {
	http.HandleFunc("POST /mcp", forward)
	http.ListenAndServe(":8080", nil)
}
