// Without a configured secret, the authorization server signs its codes with
// one that this process makes.
package main

import (
	"crypto/rand"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/ory/fosite"
)

type settings struct{ secret []byte }

func (s *settings) defaults() error {
	if s.secret != nil {
		return nil
	}
	b := make([]byte, 32)
	if _, err := rand.Read(b); err != nil { // want "^high sure main.*settings.*defaults: key: each process makes its own key"
		return err
	}
	s.secret = b
	return nil
}

type authServer struct{ conf *fosite.Config }

func (a *authServer) token(w http.ResponseWriter, r *http.Request) {
	conf := &fosite.Config{TokenURL: r.URL.Path, GlobalSecret: a.conf.GlobalSecret}
	w.Write([]byte(conf.TokenURL))
}

func main() {
	var s settings
	if err := s.defaults(); err != nil {
		panic(err)
	}
	a := &authServer{conf: &fosite.Config{GlobalSecret: s.secret}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "login"}, nil)
	http.HandleFunc("/token", a.token)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	http.ListenAndServe(":8080", nil)
}
