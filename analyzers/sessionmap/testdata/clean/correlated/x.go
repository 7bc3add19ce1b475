// A proxy joins each request with its answer under a key that it makes for that
// request, and forgets the key when the request ends.
package main

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

type message struct {
	ID     string
	Method string
	Result json.RawMessage
}

type proxy struct {
	backend io.Writer
	answers chan message
	waiters sync.Map
}

func (p *proxy) expect(session string) (key string, ch chan message, forget func()) {
	key = session + "|" + rand.Text()
	ch = make(chan message, 1)
	p.waiters.Store(key, ch)
	return key, ch, func() { p.waiters.Delete(key) }
}

func (p *proxy) dispatch() {
	for m := range p.answers {
		if ch, ok := p.waiters.Load(m.ID); ok {
			ch.(chan message) <- m
		}
	}
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var msg message
	json.NewDecoder(r.Body).Decode(&msg)
	if msg.Method == "initialize" {
		w.Header().Set("Mcp-Session-Id", rand.Text())
		return
	}
	key, ch, forget := p.expect(r.Header.Get("Mcp-Session-Id"))
	defer forget()
	json.NewEncoder(p.backend).Encode(message{ID: key, Method: msg.Method})
	select {
	case m := <-ch:
		json.NewEncoder(w).Encode(m.Result)
	case <-r.Context().Done():
	}
}

func main() {
	p := &proxy{backend: io.Discard, answers: make(chan message)}
	go p.dispatch()
	http.ListenAndServe(":8080", p)
}
