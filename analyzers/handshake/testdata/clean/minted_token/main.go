// A token that the server makes is kept as a digest, to be recognised later: it
// is nobody's login.
package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type access struct{ Digest string }

func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func mint() string { return "pat_" + rand.Text() }

type store struct{ all []*access }

func (s *store) create(w http.ResponseWriter, r *http.Request) {
	token := mint()
	hash := digest(token)
	s.all = append(s.all, &access{Digest: hash})
	w.Write([]byte(token))
}

func (s *store) use(w http.ResponseWriter, r *http.Request) {
	hash := digest(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	for _, a := range s.all {
		if a.Digest == hash {
			return
		}
	}
	http.Error(w, "no such token", http.StatusUnauthorized)
}

func main() {
	s := &store{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "access"}, nil)
	http.HandleFunc("POST /tokens", s.create)
	http.HandleFunc("/use", s.use)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
