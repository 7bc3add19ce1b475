// with github.com/mark3labs/mcp-go@v1.2.1

// A field that the constructor fills signs and checks tokens of a library.
package main

import (
	"crypto/rand"
	"net/http"

	"github.com/golang-jwt/jwt/v5"
	"github.com/mark3labs/mcp-go/server"
)

type issuer struct{ key []byte }

func newIssuer() *issuer {
	return &issuer{key: []byte(rand.Text())} // want "^high sure main.newIssuer: key: each process makes its own key"
}

func (i *issuer) token(w http.ResponseWriter, r *http.Request) {
	t, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{Subject: r.FormValue("user")}).SignedString(i.key)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write([]byte(t))
}

func (i *issuer) require(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := jwt.ParseWithClaims(r.Header.Get("Authorization"), jwt.RegisteredClaims{}, func(*jwt.Token) (any, error) { return i.key, nil })
		if err != nil {
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	i := newIssuer()
	http.HandleFunc("/token", i.token)
	http.Handle("/mcp", i.require(server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true))))
	http.ListenAndServe(":8080", nil)
}
