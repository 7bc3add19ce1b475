// Two ways to mount one server: both leave the options out.
package main

import (
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func newServer() *mcp.Server {
	return mcp.NewServer(&mcp.Implementation{Name: "orders", Version: "1"}, nil)
}

// handler is stateless, says this comment; the nil below says otherwise.
func handler(s *mcp.Server, auth func(http.Handler) http.Handler, perTenant bool) http.Handler {
	if perTenant {
		h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil) // want "^blocker sure main.handler: NewStreamableHTTPHandler: sessions live in the memory"
		return auth(h)
	}
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil) // want "^blocker sure"
}

func main() {
	pass := func(h http.Handler) http.Handler { return h }
	log.Fatal(http.ListenAndServe(":8080", handler(newServer(), pass, false)))
}
