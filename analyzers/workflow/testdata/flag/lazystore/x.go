// with github.com/mark3labs/mcp-go@v1.2.1

// The store of logins is made when the first of them begins.
package main

import (
	"crypto/rand"
	"net/http"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

type pending struct {
	redirect, challenge string
	expires             time.Time
}

type logins struct {
	mu      sync.Mutex
	pending map[string]pending // want "^high (sure|likely) main.logins.pending: what one call stores here"
}

func (l *logins) put(id string, p pending) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending[id] = p
}

func (l *logins) take(id string) (pending, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.pending[id]
	if ok {
		delete(l.pending, id)
	}
	return p, ok
}

type app struct {
	mu     sync.Mutex
	logins *logins
}

func (a *app) store() *logins {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.logins == nil {
		a.logins = &logins{pending: map[string]pending{}}
	}
	return a.logins
}

func (a *app) authorize(w http.ResponseWriter, r *http.Request) {
	id := rand.Text()
	a.store().put(id, pending{r.FormValue("redirect_uri"), r.FormValue("code_challenge"), time.Now().Add(time.Minute)})
	http.Redirect(w, r, "https://idp.example/auth?state="+id, http.StatusFound)
}

func (a *app) callback(w http.ResponseWriter, r *http.Request) {
	p, ok := a.store().take(r.FormValue("state"))
	if !ok {
		http.Error(w, "unknown login", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, p.redirect, http.StatusFound)
}

func main() {
	a := &app{}
	http.HandleFunc("/authorize", a.authorize)
	http.HandleFunc("/callback", a.callback)
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
