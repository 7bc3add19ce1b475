// with github.com/mark3labs/mcp-go@v1.2.1

// A package variable is filled when the program starts.
package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/server"
)

var secret []byte

func init() {
	b := make([]byte, 32)
	if _, err := rand.Read(b); err != nil { // want "^high sure main.init.*: key: each process makes its own key"
		panic(err)
	}
	secret = b
}

func sign(run string) string {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(run))
	return run + "." + base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

func mint(w http.ResponseWriter, r *http.Request) { w.Write([]byte(sign(r.FormValue("run")))) }

func auth(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		run, _, _ := strings.Cut(token, ".")
		if !hmac.Equal([]byte(sign(run)), []byte(token)) {
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	http.HandleFunc("/token", mint)
	http.Handle("/mcp", auth(server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true))))
	http.ListenAndServe(":8080", nil)
}
