// A token is drawn letter by letter when the environment holds none.
package main

import (
	"crypto/rand"
	"crypto/subtle"
	"math/big"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const letters = "abcdefghijklmnopqrstuvwxyz"

func draw() string {
	b := make([]byte, 40)
	for i := range b {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters)))) // want "^high likely main.draw: token: each process makes its own key"
		if err != nil {
			panic(err)
		}
		b[i] = letters[n.Int64()]
	}
	return string(b)
}

func guard(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(token)) != 1 {
			http.Error(w, "who are you", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	token := os.Getenv("TOKEN")
	if token == "" {
		token = draw()
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "guarded"}, nil)
	http.ListenAndServe(":8080", guard(token, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
