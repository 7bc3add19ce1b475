// A gateway without an SDK takes its prefix off the name of the tool and sends
// on what came in; another sends on the header by name.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

func rename(body []byte) ([]byte, error) {
	var msg map[string]any
	if err := json.Unmarshal(body, &msg); err != nil {
		return nil, err
	}
	if msg["method"] == "tools/call" {
		if params, ok := msg["params"].(map[string]any); ok {
			name, _ := params["name"].(string)
			params["name"] = strings.TrimPrefix(name, "shop_")
		}
	}
	return json.Marshal(msg)
}

func forward(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if body, err = rename(body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	out, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "http://shop.internal/mcp", bytes.NewReader(body))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	for name, values := range r.Header {
		for _, value := range values {
			out.Header.Add(name, value) // want "^high likely main.forward: Mcp-Name forwarded: the name in the body is changed on the way"
		}
	}
	send(w, out)
}

type params struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func byName(w http.ResponseWriter, r *http.Request) {
	var p params
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.Name = strings.TrimPrefix(p.Name, "shop_")
	body, err := json.Marshal(p)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	out, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "http://shop.internal/mcp", bytes.NewReader(body))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	out.Header.Set("Mcp-Name", r.Header.Get("Mcp-Name")) // want "^high likely main.byName: Mcp-Name forwarded"
	send(w, out)
}

func send(w http.ResponseWriter, out *http.Request) {
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
	http.HandleFunc("POST /named", byName)
	http.ListenAndServe(":8080", nil)
}
