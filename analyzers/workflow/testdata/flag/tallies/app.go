// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// An API beside the MCP endpoint adds up what it does in each hour; a goroutine
// writes the sums away. An hour is no handle that a caller comes back with.
package main

import (
	"context"
	"log"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type hour struct {
	model string
	at    int64
}

type sum struct {
	calls int
	last  string
	bytes int64
}

type tally struct {
	mu   sync.Mutex
	sums map[hour]*sum // want "^high possible main.tally.sums"
}

func (t *tally) add(model, caller string, n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := hour{model, time.Now().Truncate(time.Hour).Unix()}
	s, ok := t.sums[k]
	if !ok {
		s = &sum{}
		t.sums[k] = s
	}
	s.calls++
	s.bytes += n
	s.last = caller
}

func (t *tally) flush() {
	for range time.Tick(time.Minute) {
		t.mu.Lock()
		for k, s := range t.sums {
			log.Print(k.model, s.calls, s.bytes, s.last)
			delete(t.sums, k)
		}
		t.mu.Unlock()
	}
}

func main() {
	t := &tally{sums: map[hour]*sum{}}
	go t.flush()
	srv := mcp.NewServer(&mcp.Implementation{Name: "clock"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "zone"}, func(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
		return nil, "UTC", nil
	})
	http.HandleFunc("/v1/chat", func(w http.ResponseWriter, r *http.Request) {
		t.add(r.FormValue("model"), r.FormValue("caller"), r.ContentLength)
		w.WriteHeader(http.StatusNoContent)
	})
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
