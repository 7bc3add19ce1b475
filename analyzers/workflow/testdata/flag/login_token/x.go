// A login hands out a token that is a field of the user's record, and the guard
// before every request looks for the record that has it.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type user struct {
	Password string
	Token    string // want "^high likely main.user.Token: what one request hands out and later ones must bring is known to this process alone"
}

type users struct {
	mu    sync.Mutex
	named map[string]*user
}

func (u *users) login(w http.ResponseWriter, r *http.Request) {
	u.mu.Lock()
	defer u.mu.Unlock()
	who, ok := u.named[r.FormValue("name")]
	if !ok || who.Password != r.FormValue("password") {
		http.Error(w, "no", http.StatusUnauthorized)
		return
	}
	who.Token = rand.Text()
	w.Write([]byte(who.Token))
}

func (u *users) find(token string) (string, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for name, who := range u.named {
		if who.Token == token {
			return name, nil
		}
	}
	return "", errors.New("unknown token")
}

func (u *users) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := u.find(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")); err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func hello(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	return nil, "hello", nil
}

func main() {
	u := &users{named: map[string]*user{"ann": {Password: "x"}}}
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "hello"}, hello)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.HandleFunc("/login", u.login)
	http.Handle("/mcp", u.guard(h))
	http.ListenAndServe(":8080", nil)
}
