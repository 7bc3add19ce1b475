// A service beside MCP hands out tickets, and the MCP endpoint lets in whoever
// brings one.
package main

import (
	"net/http"
	"sync"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type holder struct{ name string }

type tickets struct {
	mu  sync.Mutex
	all map[string]*holder // want "^high sure main.tickets.all: what one call stores here"
}

func (t *tickets) issue() string {
	id := uuid.New().String()
	t.mu.Lock()
	t.all[id] = &holder{name: "reader"}
	t.mu.Unlock()
	return id
}

func (t *tickets) of(id string) *holder {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[id]
}

func main() {
	t := &tickets{all: map[string]*holder{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "library"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.HandleFunc("POST /tickets", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(t.issue())) })
	http.HandleFunc("/mcp/{ticket}", func(w http.ResponseWriter, r *http.Request) {
		if t.of(r.PathValue("ticket")) == nil {
			http.Error(w, "no ticket", http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	})
	http.ListenAndServe(":8080", nil)
}
