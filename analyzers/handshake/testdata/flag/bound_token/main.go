// A session may only be used with the token that it began with, though clients renew theirs.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type ticket struct{ digest []byte }

func mac(key []byte, s string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(s))
	return m.Sum(nil)
}

type desk struct {
	key     []byte
	tickets map[string]*ticket
}

func (d *desk) open(w http.ResponseWriter, r *http.Request) {
	sum := sha256.Sum256([]byte(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
	d.tickets[r.FormValue("desk")] = &ticket{digest: sum[:]} // want "^medium likely main.ticket.digest: the token of one request is kept for good"
}

func (d *desk) check(r *http.Request) error {
	sum := sha256.Sum256([]byte(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
	t := d.tickets[r.FormValue("desk")]
	if t == nil || !hmac.Equal(t.digest, sum[:]) {
		return errors.New("another caller's desk")
	}
	return nil
}

func (d *desk) use(w http.ResponseWriter, r *http.Request) {
	if err := d.check(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
	}
}

func main() {
	d := &desk{tickets: map[string]*ticket{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	http.HandleFunc("/open", d.open)
	http.HandleFunc("/use", d.use)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
