// A transport written by hand: one request waits at the queue of its stream,
// another leaves messages there. Whoever comes first makes the queue.
package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"sync"
)

type post struct {
	mu    sync.Mutex
	boxes map[string]chan []byte // want "^blocker likely main.post.boxes: entries are keyed by the protocol session"
}

func (p *post) box(id string) chan []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, ok := p.boxes[id]
	if !ok {
		b = make(chan []byte, 8)
		p.boxes[id] = b
	}
	return b
}

func (p *post) stream(w http.ResponseWriter, r *http.Request) {
	id := rand.Text()
	fmt.Fprintf(w, "event: endpoint\ndata: /message?id=%s\n\n", id)
	b := p.box(id)
	for {
		select {
		case m := <-b:
			fmt.Fprintf(w, "event: message\ndata: %s\n\n", answer(m))
		case <-r.Context().Done():
			return
		}
	}
}

func (p *post) message(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	select {
	case p.box(r.URL.Query().Get("id")) <- body:
		w.WriteHeader(http.StatusAccepted)
	default:
		http.Error(w, "full", http.StatusServiceUnavailable)
	}
}

func answer(message []byte) string {
	if string(message) == "tools/list" {
		return "[]"
	}
	return "unknown method"
}

func main() {
	p := &post{boxes: map[string]chan []byte{}}
	http.HandleFunc("/sse", p.stream)
	http.HandleFunc("/message", p.message)
	http.ListenAndServe(":8080", nil)
}
