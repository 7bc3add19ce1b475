// with github.com/mark3labs/mcp-go@v1.2.1

// A password of the process, printed when it starts.
package main

import (
	"crypto/rand"
	"crypto/subtle"
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/server"
)

func guard(next http.Handler) http.Handler {
	password := rand.Text() // want "^high likely main.guard: token: each process makes its own key"
	slog.Info("connect with", "password", password)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(password)) != 1 {
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	http.Handle("/mcp", guard(server.NewStreamableHTTPServer(server.NewMCPServer("x", "1"), server.WithStateLess(true))))
	http.ListenAndServe(":8080", nil)
}
