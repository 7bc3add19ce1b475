// A client is made anew when the token is another one: nobody is refused.
package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type cached struct {
	digest [32]byte
	client *http.Client
}

type pool struct{ by map[string]*cached }

func (p *pool) client(r *http.Request) (*http.Client, error) {
	token := r.Header.Get("Authorization")
	if token == "" {
		return nil, errors.New("no token")
	}
	sum := sha256.Sum256([]byte(token))
	c := p.by[r.Host]
	if c != nil && subtle.ConstantTimeCompare(c.digest[:], sum[:]) == 1 {
		return c.client, nil
	}
	return p.remember(r.Host, sum), nil
}

func (p *pool) remember(host string, sum [32]byte) *http.Client {
	c := &cached{digest: sum, client: &http.Client{}}
	p.by[host] = c
	return c.client
}

func main() {
	p := &pool{by: map[string]*cached{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "pool"}, nil)
	http.HandleFunc("/fetch", func(w http.ResponseWriter, r *http.Request) {
		if _, err := p.client(r); err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
		}
	})
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
