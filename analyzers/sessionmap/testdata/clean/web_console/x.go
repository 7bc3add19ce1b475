// with github.com/mark3labs/mcp-go@v1.2.1

// A console for people keeps its own logins by cookie, beside the protocol.
package main

import (
	"crypto/rand"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/server"
)

type console struct {
	mu     sync.Mutex
	logins map[string]string
}

func (c *console) login(w http.ResponseWriter, r *http.Request) {
	id := rand.Text()
	c.mu.Lock()
	c.logins[id] = r.FormValue("user")
	c.mu.Unlock()
	http.SetCookie(w, &http.Cookie{Name: "session_id", Value: id})
}

func (c *console) home(w http.ResponseWriter, r *http.Request) {
	ck, err := r.Cookie("session_id")
	if err != nil {
		http.Redirect(w, r, "/login", http.StatusFound)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w.Write([]byte(c.logins[ck.Value]))
}

func main() {
	c := &console{logins: map[string]string{}}
	http.HandleFunc("/login", c.login)
	http.HandleFunc("/", c.home)
	http.Handle("/mcp", server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true)))
	http.ListenAndServe(":8080", nil)
}
