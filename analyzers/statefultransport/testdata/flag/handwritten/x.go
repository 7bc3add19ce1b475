// An SSE transport whose events are put together elsewhere.
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
)

type event struct{ name, data string }

func newEvent(name, data string) event { return event{name, data} }

func (e event) write(w http.ResponseWriter) {
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.name, e.data)
	w.(http.Flusher).Flush()
}

type proxy struct{ streams sync.Map }

func (p *proxy) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	id, out := rand.Text(), make(chan string, 8)
	p.streams.Store(id, out)
	defer p.streams.Delete(id)
	newEvent("endpoint", "/messages?session_id="+id).write(w) // want "^blocker likely main.*stream: SSE transport written by hand: this is the SSE transport"
	for {
		select {
		case <-r.Context().Done():
			return
		case m := <-out:
			newEvent("message", m).write(w)
		}
	}
}

func (p *proxy) message(w http.ResponseWriter, r *http.Request) {
	var msg struct{ Method string }
	json.NewDecoder(r.Body).Decode(&msg)
	out, ok := p.streams.Load(r.URL.Query().Get("session_id"))
	if !ok || msg.Method != "tools/call" {
		http.Error(w, "no such stream", http.StatusNotFound)
		return
	}
	out.(chan string) <- msg.Method
}

func main() {
	p := &proxy{}
	http.HandleFunc("/sse", p.stream)
	http.HandleFunc("/messages", p.message)
	http.ListenAndServe(":8080", nil)
}
