// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Before it serves, the program signs itself in: the state that it sends to the
// authorization server comes back to a listener of its own.
package main

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type callback struct {
	expected string
	code     chan string
}

func (c *callback) serve(w http.ResponseWriter, r *http.Request) {
	if !c.valid(r.URL.Query().Get("state")) {
		http.Error(w, "another login", http.StatusBadRequest)
		return
	}
	c.code <- r.URL.Query().Get("code")
}

func (c *callback) valid(state string) bool {
	return subtle.ConstantTimeCompare([]byte(state), []byte(c.expected)) == 1
}

func signIn() string {
	state := rand.Text()
	c := &callback{expected: state, code: make(chan string, 1)}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/callback", c.serve)
	go http.Serve(l, mux)
	println("open https://login.example.com/authorize?" + url.Values{"state": {state}}.Encode())
	return <-c.code
}

func main() {
	println("signed in with", signIn())
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
