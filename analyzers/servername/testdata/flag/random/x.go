// A random suffix in a package variable.
package main

import (
	"crypto/rand"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var instance = rand.Text()[:6]

func newServer() *mcp.Server {
	impl := &mcp.Implementation{Version: "1"}
	impl.Name = "search-" + instance // want "^medium sure main.newServer: server name"
	return mcp.NewServer(impl, nil)
}

func main() {
	srv := newServer()
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
