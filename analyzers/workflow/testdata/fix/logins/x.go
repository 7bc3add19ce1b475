// A login that begins at one request and ends at another, beside the tools: what is used up, what is set anew as a whole, and what a loop
// removes.
package main

import (
	"crypto/rand"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type login struct {
	verifier string
	until    time.Time
}

type grant struct {
	Name   string
	Scopes []string
	Seen   time.Time
}

type auth struct {
	mu     sync.Mutex
	logins map[string]login
	grants map[string]*grant
}

func newAuth() *auth {
	a := &auth{logins: make(map[string]login), grants: make(map[string]*grant)}
	go a.sweep()
	return a
}

func (a *auth) begin(w http.ResponseWriter, r *http.Request) {
	state := rand.Text()
	a.mu.Lock()
	a.logins[state] = login{verifier: rand.Text(), until: time.Now().Add(time.Minute)}
	a.mu.Unlock()
	http.Redirect(w, r, "https://login.example.com?state="+state, http.StatusFound)
}

func (a *auth) callback(w http.ResponseWriter, r *http.Request) {
	state := r.FormValue("state")
	a.mu.Lock()
	l, ok := a.logins[state]
	if !ok {
		a.mu.Unlock()
		http.Error(w, "unknown state", http.StatusBadRequest)
		return
	}
	delete(a.logins, state)
	a.mu.Unlock()
	if time.Now().After(l.until) {
		http.Error(w, "too late", http.StatusBadRequest)
		return
	}
	code := rand.Text()
	g := &grant{Name: l.verifier}
	g.Scopes = append(g.Scopes, "read")
	a.keep(code, g)
	w.Write([]byte(code))
}

// keep notes when it was.
func (a *auth) keep(code string, g *grant) {
	g.Seen = time.Now()
	a.grants[code] = g
}

func (a *auth) who(w http.ResponseWriter, r *http.Request) {
	g := a.grants[r.FormValue("code")]
	if g == nil {
		http.Error(w, "unknown code", http.StatusUnauthorized)
		return
	}
	copied := *g
	copied.Name = "you are " + copied.Name
	w.Write([]byte(copied.Name))
}

// sweep removes what is old.
func (a *auth) sweep() {
	for range time.Tick(time.Hour) {
		a.mu.Lock()
		for code, g := range a.grants {
			if time.Since(g.Seen) > time.Hour {
				delete(a.grants, code)
			}
		}
		a.mu.Unlock()
	}
}

func main() {
	a := newAuth()
	srv := mcp.NewServer(&mcp.Implementation{Name: "auth"}, nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/login", a.begin)
	mux.HandleFunc("/callback", a.callback)
	mux.HandleFunc("/who", a.who)
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", mux)
}
