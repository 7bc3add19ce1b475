// One client for each upstream, made anew when it is missing; but each keeps the
// logins that wait for their callback.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type pending struct{ user, verifier string }

type client struct {
	mu      sync.Mutex
	name    string
	waiting map[string]pending
}

func (c *client) begin(user string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := rand.Text()
	c.waiting[state] = pending{user, rand.Text()}
	return "https://idp.example.com/authorize?state=" + state
}

func (c *client) finish(state string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.waiting[state]
	if !ok {
		return "", errors.New("this login is not known")
	}
	delete(c.waiting, state)
	return p.user, nil
}

type clients struct {
	mu    sync.Mutex
	cache map[string]*client // want "^high sure main.clients.cache: what one call stores here"
}

func (cs *clients) of(name string) *client {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c, ok := cs.cache[name]; ok {
		return c
	}
	c := &client{name: name, waiting: map[string]pending{}}
	cs.cache[name] = c
	return c
}

func (cs *clients) connect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, cs.of(r.PathValue("upstream")).begin(r.FormValue("user")), http.StatusFound)
}

func (cs *clients) callback(w http.ResponseWriter, r *http.Request) {
	user, err := cs.of(r.PathValue("upstream")).finish(r.FormValue("state"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Write([]byte(user))
}

type in struct{ Name string }

func main() {
	cs := &clients{cache: map[string]*client{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "logins"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return nil, "hello " + a.Name, nil
	})
	http.HandleFunc("/connect/{upstream}", cs.connect)
	http.HandleFunc("/callback/{upstream}", cs.callback)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
