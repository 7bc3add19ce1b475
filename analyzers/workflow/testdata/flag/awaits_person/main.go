// A tool waits for a person, whose answer comes by another request.
package main

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type question struct {
	text   string
	answer chan string
}

type desk struct {
	mu   sync.Mutex
	open map[string]*question // want "^high sure main.desk.open: one request waits here for what another one brings"
}

func (d *desk) ask(ctx context.Context, req *mcp.CallToolRequest, in struct{ Text string }) (*mcp.CallToolResult, any, error) {
	id, q := rand.Text(), &question{in.Text, make(chan string, 1)}
	d.mu.Lock()
	d.open[id] = q
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		delete(d.open, id)
		d.mu.Unlock()
	}()
	select {
	case a := <-q.answer:
		return nil, a, nil
	case <-time.After(time.Minute):
		return nil, "nobody answered", nil
	}
}

func (d *desk) reply(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	q, ok := d.open[r.PathValue("id")]
	d.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	q.answer <- r.FormValue("answer")
}

func main() {
	d := &desk{open: map[string]*question{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ask"}, d.ask)
	http.HandleFunc("POST /answers/{id}", d.reply)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
