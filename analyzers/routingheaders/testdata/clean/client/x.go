// A client written by hand that says what it asks for; answers with a header of
// MCP are no requests.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
)

type client struct {
	url, session string
	http         *http.Client
}

func (c *client) send(ctx context.Context, method string, params any) ([]byte, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("MCP-Protocol-Version", "2026-07-28")
	req.Header.Set("Mcp-Method", method)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func serve(w http.ResponseWriter, r *http.Request) {
	c := &client{url: "http://shop.internal/mcp", session: r.Header.Get("Mcp-Session-Id"), http: http.DefaultClient}
	out, err := c.send(r.Context(), "tools/call", map[string]any{"name": "price"})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Header().Set("Mcp-Session-Id", c.session)
	_, _ = w.Write(out)
}

func main() {
	http.HandleFunc("/price", serve)
	http.ListenAndServe(":8080", nil)
}
