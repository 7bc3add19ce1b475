// A management API starts a proxy in the same process. For the requests to that
// proxy, what its handlers hold was there before.
package main

import (
	"encoding/json"
	"net/http"
	"sync"
)

type proxy struct {
	path     string   // set while the proxy is made: no state
	sessions sync.Map // want "^blocker sure main.proxy.sessions: entries are keyed"
}

func newProxy(path string) *proxy {
	p := &proxy{}
	p.path = path
	return p
}

func (p *proxy) start(addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc(p.path, p.serve)
	go http.ListenAndServe(addr, mux)
	return nil
}

func (p *proxy) serve(w http.ResponseWriter, r *http.Request) {
	var msg struct{ Method string }
	json.NewDecoder(r.Body).Decode(&msg)
	id := r.Header.Get("Mcp-Session-Id")
	if msg.Method == "initialize" {
		p.sessions.Store(id, r.UserAgent())
		return
	}
	agent, ok := p.sessions.Load(id)
	if !ok {
		http.Error(w, "session not found", http.StatusNotFound)
		return
	}
	json.NewEncoder(w).Encode(agent)
}

func run(path, addr string) error { return newProxy(path).start(addr) }

type api struct{}

func (api) create(w http.ResponseWriter, r *http.Request) {
	if err := run(r.FormValue("path"), r.FormValue("addr")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func main() {
	if err := run("/mcp", ":8081"); err != nil {
		panic(err)
	}
	http.HandleFunc("/proxies", api{}.create)
	http.ListenAndServe(":8080", nil)
}
