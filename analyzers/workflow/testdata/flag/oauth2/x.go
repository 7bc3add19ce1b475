// with github.com/mark3labs/mcp-go@v1.2.1

// A login in progress: the callback must find what the start has stored.
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
	codes   map[string]pending // want "^high (sure|likely) main.logins.codes: what one call stores here"
}

func (l *logins) authorize(w http.ResponseWriter, r *http.Request) {
	id := rand.Text()
	l.mu.Lock()
	l.pending[id] = pending{r.FormValue("redirect_uri"), r.FormValue("code_challenge"), time.Now().Add(time.Minute)}
	l.mu.Unlock()
	http.Redirect(w, r, "https://idp.example/auth?state="+id, http.StatusFound)
}

func (l *logins) callback(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.pending[r.FormValue("state")]
	if !ok {
		http.Error(w, "unknown login", http.StatusBadRequest)
		return
	}
	code := rand.Text()
	l.codes[code] = p
	http.Redirect(w, r, p.redirect+"?code="+code, http.StatusFound)
}

func (l *logins) token(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.codes[r.FormValue("code")]
	if !ok || p.challenge != r.FormValue("code_verifier") {
		http.Error(w, "invalid_grant", http.StatusBadRequest)
		return
	}
	delete(l.codes, r.FormValue("code"))
	w.Write([]byte(`{"access_token":"t"}`))
}

func main() {
	l := &logins{pending: map[string]pending{}, codes: map[string]pending{}}
	http.HandleFunc("/authorize", l.authorize)
	http.HandleFunc("/callback", l.callback)
	http.HandleFunc("/token", l.token)
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
