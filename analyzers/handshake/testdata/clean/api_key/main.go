// Requests must bring a configured key; its digest is the same on every replica.
package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type guard struct{ digest [32]byte }

func newGuard(key string) *guard { return &guard{digest: sha256.Sum256([]byte(key))} }

func (g *guard) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sum := sha256.Sum256([]byte(r.Header.Get("Authorization")))
		if subtle.ConstantTimeCompare(g.digest[:], sum[:]) != 1 {
			http.Error(w, "wrong key", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "guarded"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.ListenAndServe(":8080", newGuard(os.Getenv("API_KEY")).wrap(h))
}
